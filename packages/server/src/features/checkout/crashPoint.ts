import { readFileSync } from 'node:fs'
import type { App } from '../../platform/app.ts'

/**
 * For tests that kill the server in the middle of a checkout, and for nothing else: with NODE_ENV=test, and while the file
 * in PORTRAITKIT_CRASH_FILE contains the name of a point, a process that reaches that point prints it to standard output and
 * waits there until it is killed.
 *
 * @param point such as `before confirm-order` or `after confirm-order`
 */
export async function stopAtCrashPoint(app: App, point: string, checkout: string): Promise<void> {
  const file = app.env.mode === 'test' ? process.env.PORTRAITKIT_CRASH_FILE : undefined
  if (!file || readPoint(file) !== point) return
  process.stdout.write(`STOPPED ${point} ${checkout}\n`)
  await new Promise(() => {})
}

function readPoint(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    // Without the file, no crash is planned.
    return ''
  }
}
