import { expect, test } from 'vitest'
import { syntheticConversation, syntheticQuestions } from '../../bench/scale/conversation.ts'

const HAN = /\p{Script=Han}/u

test('the made-up conversation is the same each time', () => {
  const once = [...syntheticConversation(500)]
  expect([...syntheticConversation(500)]).toEqual(once)
  expect(syntheticQuestions(20)).toEqual(syntheticQuestions(20))
})

test('it has all messages in a hundred sessions or more, in time order, with ids of their own', () => {
  const sessions = [...syntheticConversation(1234)]
  const messages = sessions.flatMap((session) => session.messages)
  expect(sessions.length).toBe(100)
  expect(messages.length).toBe(1234)
  expect(new Set(messages.map((message) => message.id)).size).toBe(1234)
  expect(messages.every((message, place) => place === 0 || messages[place - 1]!.at < message.at)).toBe(true)
  expect([...syntheticConversation(40_000)].length).toBe(200)
})

test('a third of it is Chinese', () => {
  const texts = [...syntheticConversation(3000)].flatMap((session) => session.messages.map((message) => message.text))
  const share = texts.filter((text) => HAN.test(text)).length / texts.length
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.37)
})

test('questions have four to ten words', () => {
  const english = syntheticQuestions(200).filter((question) => !HAN.test(question))
  const lengths = english.map((question) => question.split(' ').length)
  expect(english.length).toBe(134)
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([4, 10])
})
