/** The part of WebAssembly that is used here; the types of Node 20 have none of it. */
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { initial: number; maximum: number; shared: true })
    readonly buffer: SharedArrayBuffer
    /** By pages of 64 KiB; a `RangeError` when there are not so many. */
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>)
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
    readonly exports: Readonly<Record<string, (...numbers: readonly number[]) => void>>
  }
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean
}
