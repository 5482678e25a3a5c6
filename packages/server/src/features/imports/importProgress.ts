import type { ImportProgress } from './importRequest.ts'

/** Where progress is shown: a terminal, where a line can be overwritten, or anything else. */
export type Screen = { isTTY?: boolean; columns?: number; write(text: string): unknown }

/** How often a line is written if it cannot be overwritten. */
const PLAIN_MS = 5000

/** Shows the progress of an import, its rate and the time left: a bar on a terminal, otherwise a line from time to time. */
export function createProgress(screen: Screen, now: () => number = () => performance.now()) {
  let began = now()
  let printedAt = began
  let before = 0
  return {
    show({ done, total }: ImportProgress): void {
      // Files are read for cards first, then imported.
      if (done < before) began = now()
      before = done
      const line = describe(done, total, now() - began)
      if (screen.isTTY)
        return void screen.write(`\r\u001b[2K${truncate(`${bar(done / total)} ${line}`, screen.columns ?? 80)}`)
      if (now() - printedAt < PLAIN_MS && done < total) return
      printedAt = now()
      screen.write(`${line}\n`)
    },
    /** Ends the terminal's line, so that the following output starts on a new one. */
    end(): void {
      if (screen.isTTY) screen.write('\r\u001b[2K')
    },
  }
}

function describe(done: number, total: number, elapsedMs: number): string {
  const rate = done / Math.max(elapsedMs / 1000, 0.001)
  const left = (total - done) / Math.max(rate, 0.001)
  return `${done}/${total} photographs, ${rate.toFixed(1)}/s, ${inMinutes(left)} left`
}

function inMinutes(seconds: number): string {
  const whole = Math.ceil(seconds)
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}:${String(whole % 60).padStart(2, '0')}`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

function bar(share: number): string {
  const full = Math.round(share * 20)
  return `${'█'.repeat(full)}${'░'.repeat(20 - full)}`
}

function truncate(text: string, columns: number): string {
  const characters = [...text]
  return characters.length < columns ? text : `${characters.slice(0, columns - 2).join('')}…`
}
