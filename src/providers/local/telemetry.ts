/**
 * Since 1.29 the native runtime on Linux and macOS reports to its vendor, and leaves files in the folder for temporary
 * ones, unless one of these is set when it is loaded. Nothing of ours leaves the machine unasked. Who wants it otherwise
 * sets them to `0`. They belong to the process, and a thread sees only what was set before it began: so the thread that
 * starts another one calls this as well.
 */
export function refuseTelemetry(): void {
  for (const name of ['ORT_DISABLE_TELEMETRY', 'ORT_TELEMETRY_DISABLED']) process.env[name] ??= '1'
}
