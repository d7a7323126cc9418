/** Makes something when it is first asked for, and keeps it. */
export function late<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * A pattern that is read when it is first asked for. Written as a literal, the runtime would check it with the module that
 * it stands in: that takes up to half a millisecond where there are classes of Unicode, and most texts need few of them.
 */
export function latePattern(source: string, flags: string): () => RegExp {
  return late(() => new RegExp(source, flags))
}
