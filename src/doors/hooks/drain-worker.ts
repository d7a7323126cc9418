import { lstatSync } from 'node:fs'

/**
 * Starts the one bounded worker that takes the journal into memory once a session is over. It bears the mark that
 * silences hooks, holds on to nothing of this process, and stands in no folder of the user.
 */
export function startDrainWorker({ programs, home }: { readonly programs: string; readonly home: string }): void {
  const program = `${programs}/cli.js`
  if (lstatSync(program, { throwIfNoEntry: false }) === undefined) return
  const worker = process
    .getBuiltinModule('node:child_process')
    .spawn(process.execPath, [program, 'drain', '--worker'], {
      cwd: home,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      env: { ...process.env, ENGRAPH_HOME: home, ENGRAPH_INTERNAL: '1' },
    })
  // Without a listener, a machine without room for a process would end this one with an error.
  worker.on('error', () => worker.unref())
  worker.unref()
}
