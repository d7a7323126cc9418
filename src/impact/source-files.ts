/** Extensions of code. What is only configured, described or locked changes with everything, and says nothing. */
export const SOURCE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'astro'],
  ...['py', 'go', 'java', 'kt', 'kts', 'rs', 'c', 'cc', 'cpp', 'cxx', 'h', 'hh', 'hpp', 'hxx', 'cs', 'rb', 'php'],
  ...['swift', 'scala', 'dart', 'ex', 'exs', 'lua', 'm', 'mm', 'zig', 'sql', 'proto', 'graphql'],
])

/** Folders whose content nobody writes by hand, or which stands for the input of a test. */
const LEFT_OUT =
  /(?:^|\/)(?:node_modules|vendor|vendored|third[_-]?party|dist|out|build\/(?:js|out|dist)|coverage|target|__generated__|generated|fixtures?|__fixtures__|__snapshots__|testdata|\.yarn|\.git)\/|\.min\.[cm]?js$|[.-](?:generated|gen|pb|bundle)\.[a-z]+$|\.d\.ts\.map$|_pb2(?:_grpc)?\.py$|\.pb\.go$/u

/** Whether people write that file, and change it for a reason that others may share. */
export function isSourceFile(path: string): boolean {
  const dot = path.lastIndexOf('.')
  return dot > 0 && SOURCE_EXTENSIONS.has(path.slice(dot + 1).toLowerCase()) && !LEFT_OUT.test(path)
}
