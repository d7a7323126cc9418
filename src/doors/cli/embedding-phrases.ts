import type { MeaningState } from '../../index.ts'

/** What the commands say to people about vectors; a part of `Phrases`. */
export interface EmbeddingPhrases {
  /** Beside the bar. */
  embedding(done: number, last: number): string
  embedded(done: number, last: number, embedder: string): string
  nothingToEmbed(embedder: string): string
  embedLeft(passages: number): string
  embedProblem(problem: string): string
  embedUnavailable(problem: string): string
  embedOff: string
  /** Why an answer goes without meaning, in full or in part, and what helps. */
  meaning: Readonly<Record<MeaningGap, (problem: string | null) => string>>
  /** A thorough recall that no model took part in. */
  notReranked(isLate: boolean, problem: string | null): string
}

export type MeaningGap = Exclude<MeaningState, 'ready' | 'off'>

export const ENGLISH_OF_EMBEDDING: EmbeddingPhrases = {
  embedding: (done, last) => `${done} of ${last} vectors`,
  embedded: (done, last, embedder) =>
    done >= last
      ? `Every passage has its vector: ${done}, by ${embedder}.`
      : `${done} of ${last} passages have a vector, by ${embedder}.`,
  nothingToEmbed: (embedder) => `There is nothing yet that ${embedder} could embed.`,
  embedLeft: (passages) =>
    passages === 1
      ? '1 passage has no vector yet: `engraph embed`'
      : `${passages} passages have no vector yet: \`engraph embed\``,
  embedProblem: (problem) => `There was a problem: ${problem}`,
  embedUnavailable: (problem) => `No embedder can be used. ${sentence(problem)}\`engraph doctor\` says more.`,
  embedOff: 'No vectors are wanted: ENGRAPH_EMBEDDER=words.',
  meaning: {
    partial: () => 'Some passages have no vector yet and were found by words only; `engraph embed` makes the rest.',
    loading: () =>
      'The model was still being loaded, so words and structure answered alone. `npm install onnxruntime-node` makes it load faster; ENGRAPH_EMBEDDER=static loads nothing.',
    late: () => 'The model did not answer in time, so words and structure answered alone.',
    unavailable: (problem) =>
      `No model could be used, so words and structure answered alone. ${sentence(problem)}\`engraph doctor\` says more.`,
  },
  notReranked: (isLate, problem) =>
    isLate
      ? 'The model that should read the first hits did not answer in time; they stand as they were found.'
      : `No model read the first hits; they stand as they were found. ${sentence(problem)}ENGRAPH_RERANKER chooses one.`,
}

export const CHINESE_OF_EMBEDDING: EmbeddingPhrases = {
  embedding: (done, last) => `向量 ${done} / ${last}`,
  embedded: (done, last, embedder) =>
    done >= last
      ? `全部 ${done} 个段落都已有向量（${embedder}）。`
      : `${last} 个段落中有 ${done} 个已有向量（${embedder}）。`,
  nothingToEmbed: (embedder) => `还没有可供 ${embedder} 嵌入的内容。`,
  embedLeft: (passages) => `还有 ${passages} 个段落没有向量：\`engraph embed\``,
  embedProblem: (problem) => `有问题：${problem}`,
  embedUnavailable: (problem) => `没有可用的嵌入模型。${sentence(problem)}详见 \`engraph doctor\`。`,
  embedOff: '已设为不用向量：ENGRAPH_EMBEDDER=words。',
  meaning: {
    partial: () => '部分段落尚无向量，只按词语查找；可用 `engraph embed` 补齐。',
    loading: () =>
      '模型尚未加载完成，此次只凭词语和结构查找。`npm install onnxruntime-node` 可使加载更快；ENGRAPH_EMBEDDER=static 无需加载。',
    late: () => '模型没有及时返回，此次只凭词语和结构查找。',
    unavailable: (problem) => `没有可用的模型，此次只凭词语和结构查找。${sentence(problem)}详见 \`engraph doctor\`。`,
  },
  notReranked: (isLate, problem) =>
    isLate
      ? '重排模型没有及时返回，次序仍是初次查找的结果。'
      : `没有可用的重排模型，次序仍是初次查找的结果。${sentence(problem)}可用 ENGRAPH_RERANKER 选择。`,
}

/** What a provider said, as a sentence before others. */
function sentence(problem: string | null): string {
  const text = (problem ?? '').trim()
  if (text === '') return ''
  return /[.!?。！？]$/u.test(text) ? `${text} ` : `${text}. `
}
