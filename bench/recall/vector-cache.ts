import { createHash } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { EngraphError } from '../../src/graph/errors.ts'
import { type Embedder, type EmbedPurpose, identityKey } from '../../src/ports/embedder.ts'

/*
 * Vectors that one run of the benchmark leaves to the next, so that numbers of the ranking can be tried without a text
 * being embedded twice. One file per identity, to which records are only ever added:
 *
 *     'EGV1' | first 16 bytes of the SHA-256 of purpose and text | float32 × dimensions | CRC-32 of the two before
 *
 * Several processes add to it at once; each write goes to the end, as a whole or, where a process dies or a disk is full,
 * torn. A torn record fails its checksum, and reading goes on at the next mark.
 */

/** Wraps an embedder: what stands in the folder is read, everything else is embedded and added. It closes what it wraps. */
export function cachedEmbedder(embedder: Embedder, folder: string, bytesMax = BYTES_MAX): Embedder {
  const { dimensions } = embedder.identity
  const file = openFile(folder, vectorFileName(embedder), { dimensions, bytesMax })
  return {
    identity: embedder.identity,
    languages: embedder.languages,
    batchSize: embedder.batchSize,
    async embed(texts, options) {
      options.signal?.throwIfAborted()
      const keys = texts.map((text) => keyOf(text, options.purpose))
      // Other processes may have embedded it meanwhile.
      if (keys.some((key) => !file.has(key))) file.readNew()
      const missing = new Map(keys.flatMap((key, place) => (file.has(key) ? [] : [[key, texts[place]!] as const])))
      const vectors = missing.size === 0 ? [] : await embedder.embed([...missing.values()], options)
      const made = new Map([...missing.keys()].map((key, place) => [key, vectors[place]!]))
      file.append(made)
      return keys.map((key) => made.get(key) ?? file.read(key))
    },
    async close() {
      file.close()
      await embedder.close()
    },
  }
}

/** About 690,000 vectors of 384 numbers; nothing is added beyond. */
const BYTES_MAX = 2 ** 30
const CHUNK_BYTES = 2 ** 23
const MARK = Buffer.from('EGV1')
const KEY_BYTES = 16
const CHECK_BYTES = 4

/** Readable as far as a file name can be, and different for different identities. */
export function vectorFileName({ identity }: Pick<Embedder, 'identity'>): string {
  const readable = identity.model.replace(/[^\w.-]+/gu, '-').slice(0, 60)
  return `${readable}-${createHash('sha256').update(identityKey(identity)).digest('hex').slice(0, 16)}.vectors`
}

/** Bytes as characters: a short string is a quick key. */
function keyOf(text: string, purpose: EmbedPurpose): string {
  return createHash('sha256').update(`${purpose}\0${text}`).digest().toString('latin1', 0, KEY_BYTES)
}

function openFile(folder: string, name: string, size: FileSize): VectorFile {
  try {
    mkdirSync(folder, { recursive: true })
    return new VectorFile(openSync(join(folder, name), 'a+'), size)
  } catch (cause) {
    throw new EngraphError('invalid-input', `Cannot keep vectors in ${folder}.`, { cause })
  }
}

interface FileSize {
  readonly dimensions: number
  readonly bytesMax: number
}

/** Knows where each vector stands; what it adds itself it learns like everything else, by reading on. */
class VectorFile {
  readonly #descriptor: number
  readonly #bytesMax: number
  readonly #vectorBytes: number
  readonly #recordBytes: number
  readonly #places = new Map<string, number>()
  #readUpTo = 0

  constructor(descriptor: number, { dimensions, bytesMax }: FileSize) {
    this.#descriptor = descriptor
    this.#bytesMax = bytesMax
    this.#vectorBytes = dimensions * Float32Array.BYTES_PER_ELEMENT
    this.#recordBytes = MARK.length + KEY_BYTES + this.#vectorBytes + CHECK_BYTES
    this.readNew()
  }

  has(key: string): boolean {
    return this.#places.has(key)
  }

  read(key: string): Float32Array {
    const vector = new Float32Array(this.#vectorBytes / Float32Array.BYTES_PER_ELEMENT)
    this.#readAt(this.#places.get(key)! + MARK.length + KEY_BYTES, Buffer.from(vector.buffer))
    return vector
  }

  /** Looks at what was added since; a record that is still being written waits for the next time. */
  readNew(): void {
    const size = Math.min(fstatSync(this.#descriptor).size, this.#bytesMax)
    while (this.#readUpTo + this.#recordBytes <= size) {
      const chunk = Buffer.alloc(Math.min(Math.max(CHUNK_BYTES, this.#recordBytes), size - this.#readUpTo))
      this.#readAt(this.#readUpTo, chunk)
      this.#readUpTo += this.#readRecords(chunk, this.#readUpTo)
    }
  }

  append(vectors: ReadonlyMap<string, Float32Array>): void {
    const bytes = Buffer.concat([...vectors].map(([key, vector]) => recordOf(key, vector)))
    if (bytes.length === 0 || fstatSync(this.#descriptor).size + bytes.length > this.#bytesMax) return
    // In one go, so that records of several processes do not mingle.
    writeSync(this.#descriptor, bytes)
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /** Answers how many bytes it is done with, at least one. */
  #readRecords(chunk: Buffer, start: number): number {
    let at = 0
    while (at + this.#recordBytes <= chunk.length) {
      const record = chunk.subarray(at, at + this.#recordBytes)
      if (isWhole(record)) {
        this.#places.set(record.toString('latin1', MARK.length, MARK.length + KEY_BYTES), start + at)
        at += this.#recordBytes
        continue
      }
      const next = chunk.indexOf(MARK, at + 1)
      // A mark may begin in this chunk and end in the next.
      if (next < 0) return Math.max(at + 1, chunk.length - MARK.length + 1)
      at = next
    }
    return at
  }

  #readAt(position: number, into: Uint8Array): void {
    for (let done = 0; done < into.length; ) {
      const count = readSync(this.#descriptor, into, done, into.length - done, position + done)
      if (count === 0) throw new EngraphError('invalid-input', 'The file of vectors became shorter while it was read.')
      done += count
    }
  }
}

function recordOf(key: string, vector: Float32Array): Buffer {
  const content = Buffer.concat([
    Buffer.from(key, 'latin1'),
    new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
  ])
  const check = Buffer.alloc(CHECK_BYTES)
  check.writeUInt32LE(crc32(content))
  return Buffer.concat([MARK, content, check])
}

function isWhole(record: Buffer): boolean {
  const end = record.length - CHECK_BYTES
  return (
    record.subarray(0, MARK.length).equals(MARK) &&
    crc32(record.subarray(MARK.length, end)) === record.readUInt32LE(end)
  )
}
