declare module '*.wat' {
  /** The module that the text says, as bytes. */
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
