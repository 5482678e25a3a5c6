import { vi } from 'vitest'
import type { App } from '../platform/app.ts'
import type { RunCommand } from '../platform/feature.ts'

/** Runs a command like a terminal: `out` and `problem` are the two streams, `lines` is everything written, in order. */
export async function runInTerminal(command: RunCommand, argv: string[], app: App) {
  const lines: string[] = []
  const [out, problem]: [string[], string[]] = [[], []]
  const spy = (name: 'log' | 'error', stream: string[]) =>
    vi.spyOn(console, name).mockImplementation((text) => {
      stream.push(String(text))
      lines.push(String(text))
    })
  const spies = [spy('log', out), spy('error', problem)]
  const code = await command(argv, app).finally(() => spies.map((each) => each.mockRestore()))
  return { code, out: out.join('\n'), problem: problem.join('\n'), lines }
}
