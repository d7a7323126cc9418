import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchDoc, BenchQuestion, BenchSpace } from '../../bench/recall/data.ts'

/** Writes a data file of the given content to a new folder. */
export function dataFile(content: unknown, name = 'data.json'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'engraph-bench-test-')), name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** `doc('d1 s1 Ana', 'text')` */
export function doc(place: string, text: string, at: number | null = null): BenchDoc {
  const [id, session, speaker] = place.split(' ')
  return { id: id!, session: session!, speaker: speaker ?? '', text, at }
}

export function question(id: string, given: Partial<BenchQuestion> = {}): BenchQuestion {
  return {
    id,
    question: '?',
    category: 'plain',
    gold: [],
    goldSessions: [],
    beforeSession: null,
    askedAt: null,
    answer: null,
    ...given,
  }
}

export function space(docs: readonly BenchDoc[], questions: readonly BenchQuestion[] = []): BenchSpace {
  return { id: 'garden', docs, questions, problems: [] }
}

/** Two small memories, one in English and one in Chinese, as a data file holds them. */
export const SAMPLE = [
  {
    id: 'garden',
    docs: [
      { id: 'd1', session: '1', speaker: 'Ana', text: 'I planted tomatoes behind the shed.', date: 'March-9-2026' },
      { id: 'd2', session: '1', speaker: 'Bram', text: 'The shed roof leaks again.', date: '' },
      { id: 'd3', session: '2', speaker: 'Ana', text: 'A fox dug up the carrots last night.', date: '2026-03-12' },
      { id: 'd4', session: '3', speaker: 'Bram', text: 'We fixed the roof with tar.', date: '2026-03-20 (Friday)' },
    ],
    questions: [
      { id: 'q1', question: 'Where did Ana plant tomatoes?', category: '4', gold: ['d1'], answer: 'behind the SHED' },
      { id: 'q2', question: 'What happened to the roof?', category: '1', gold: ['d2', 'd4'], answer: 'nothing' },
      { id: 'q3', question: 'Which fox eats grapes?', category: '5', gold: ['d3'], askedAt: '2026-03-13' },
      { id: 'q4', question: 'What is the name of the cat?', category: '5', gold: [] },
    ],
  },
  {
    id: '茶馆',
    docs: [
      { id: 'd1', session: '1', speaker: '小林', text: '我在杭州买了新的茶壶。', date: '2026年03月09日 周一 08:35' },
      { id: 'd2', session: '1', speaker: '陈晨', text: '茶壶的颜色很好看。', date: '2026年03月09日 周一 08:36' },
      { id: 'd3', session: '2', speaker: '小林', text: '下周去成都看熊猫。', date: '2026年03月10日 周二 19:00' },
    ],
    questions: [
      { id: 'q1', question: '小林打算去哪里看熊猫？', category: '4', gold: ['d3'], answer: '成都' },
      { id: 'q2', question: '茶壶在哪里买的？', category: '4', gold: ['d1'], beforeSession: '2' },
    ],
  },
]
