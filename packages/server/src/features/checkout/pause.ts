import { readFileSync } from 'node:fs'
import type { App } from '../../platform/app.ts'

/**
 * For tests that kill the server in the middle of a checkout, and for nothing else: with NODE_ENV=test, and while the file
 * that PORTRAITKIT_PAUSE_FILE names holds the name of a point, whoever comes to that point says so on standard output and
 * stays there until the process is killed.
 *
 * @param point such as `before confirm-order` or `after confirm-order`
 */
export async function pauseAt(app: App, point: string, checkout: string): Promise<void> {
  const file = app.env.mode === 'test' ? process.env.PORTRAITKIT_PAUSE_FILE : undefined
  if (!file || readPoint(file) !== point) return
  process.stdout.write(`PAUSED ${point} ${checkout}\n`)
  await new Promise(() => {})
}

function readPoint(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    // Without the file, no pause is requested.
    return ''
  }
}
