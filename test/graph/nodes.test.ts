import { expect, test } from 'vitest'
import { ENDPOINT_KINDS, ENTITY_KINDS, LAYER_KINDS, layerOf, NODE_KINDS, THING_KINDS } from '../../src/graph/nodes.ts'

test('the kinds of node are these, in this order', () => {
  expect(LAYER_KINDS).toEqual(['message', 'event', 'topic', 'project'])
  expect(THING_KINDS).toEqual(['entity', 'file', 'module', 'feature', 'endpoint', 'community', 'summary', 'fact'])
  expect(NODE_KINDS).toEqual([
    'message',
    'event',
    'topic',
    'project',
    'entity',
    'file',
    'module',
    'feature',
    'endpoint',
    'community',
    'summary',
    'fact',
  ])
})

test('the kinds of entity and of endpoint are these', () => {
  expect(ENTITY_KINDS).toEqual([
    'person',
    'service',
    'tool',
    'place',
    'product',
    'organisation',
    'concept',
    'identifier',
    'quantity',
  ])
  expect(ENDPOINT_KINDS).toEqual(['http', 'env', 'queue', 'table'])
})

test('a layer is numbered by its grain, the record itself at 0', () => {
  expect([layerOf('message'), layerOf('event'), layerOf('topic'), layerOf('project')]).toEqual([0, 1, 2, 3])
})

test('things have no layer', () => {
  expect([...new Set(THING_KINDS.map(layerOf))]).toEqual([null])
})
