import type { ByteMemory, DotRows } from './dot-rows.ts'
import dotRowsBytes from './dot-rows.wat'
import { PAGE_BYTES } from './layout.ts'
import { plainDotRows } from './plain-kernel.ts'

/** `simd` is dot-rows.wat, `plain` the same in JavaScript, with equal results. */
export type KernelKind = 'simd' | 'plain'

export interface Kernel {
  readonly kind: KernelKind
  readonly memory: ByteMemory
  readonly dotRows: DotRows
}

let module: WebAssembly.Module | undefined

/** SIMD is missing on processors of before 2008, WebAssembly where compiling at run time is not allowed. */
export function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(dotRowsBytes)
}

/**
 * The fastest that runs here. Memory of WebAssembly reserves addresses by the gigabyte, although it takes only what is
 * used: where addresses are limited, JavaScript has to do.
 */
export function openFastestKernel(pagesMax: number): Kernel {
  if (!hasSimd()) return openKernel('plain', pagesMax)
  try {
    return openKernel('simd', pagesMax)
  } catch (error) {
    if (error instanceof RangeError) return openKernel('plain', pagesMax)
    throw error
  }
}

/** Memory of one page with what computes in it. What is shared can be read by another thread as well. */
export function openKernel(kind: KernelKind, pagesMax: number): Kernel {
  if (kind === 'simd') return simdKernel(new WebAssembly.Memory({ initial: 1, maximum: pagesMax, shared: true }))
  const memory = plainMemory()
  return { kind, memory, dotRows: plainDotRows(memory) }
}

/** The kernel for memory that another thread opened. */
export function simdKernel(memory: WebAssembly.Memory): Kernel {
  module ??= new WebAssembly.Module(dotRowsBytes)
  const { exports } = new WebAssembly.Instance(module, { engraph: { memory } })
  return { kind: 'simd', memory, dotRows: exports['dotRows'] as DotRows }
}

function plainMemory(): ByteMemory {
  let buffer = new ArrayBuffer(PAGE_BYTES)
  return {
    get buffer() {
      return buffer
    },
    grow(pages) {
      const larger = new ArrayBuffer(buffer.byteLength + pages * PAGE_BYTES)
      new Uint8Array(larger).set(new Uint8Array(buffer))
      buffer = larger
    },
  }
}
