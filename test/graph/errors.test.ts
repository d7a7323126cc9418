import { expect, test } from 'vitest'
import { EngraphError, ERROR_CODES } from '../../src/graph/errors.ts'

test('the error codes are these', () => {
  expect(ERROR_CODES).toEqual([
    'invalid-input',
    'invalid-options',
    'not-found',
    'space-unknown',
    'space-conflict',
    'store-locked',
    'store-damaged',
    'store-newer',
    'store-foreign',
    'store-unreadable',
    'store-full',
    'store-closed',
    'driver-missing',
    'model-unavailable',
  ])
})

test('an error carries its code, its sentence, its cause and a hint', () => {
  const cause = new Error('SQLITE_BUSY')
  const error = new EngraphError('store-locked', 'Another process holds it.', { cause, hint: 'Wait.' })
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({
    name: 'EngraphError',
    code: 'store-locked',
    message: 'Another process holds it.',
    hint: 'Wait.',
  })
  expect(error.cause).toBe(cause)
})

test('an error without a cause has none, not an undefined one', () => {
  const error = new EngraphError('not-found', 'There is no such record.')
  expect('cause' in error).toBe(false)
  expect(error.hint).toBeUndefined()
})
