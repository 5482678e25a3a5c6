import { Agent } from 'node:http'
import { ask } from '../calls/load.ts'

const EVERY_MS = 500

/** A server's resident memory, in bytes. Memory that leaks grows from the second to the last quarter of the time. */
export type MemoryUse = { start: number; last: number; peak: number; second: number; lastQuarter: number }

/** Asks a server for its resident memory again and again. */
export async function watchMemory(adminPort: number) {
  const agent = new Agent({ keepAlive: true })
  const samples: number[] = []
  const look = async () => {
    const text = String(await ask(agent, { port: adminPort, path: '/metrics' }))
    samples.push(Number(text.match(/^process_resident_memory_bytes (\d+)/m)?.[1]))
  }
  await look()
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS)
  return {
    /** Reads it now, and writes it for whoever watches the bench. */
    async note(): Promise<void> {
      await look()
      const [last, peak] = [samples.at(-1) as number, Math.max(...samples)]
      console.error(`  ${Math.round(last / 1e6)} MB now, ${Math.round(peak / 1e6)} MB at most`)
    },
    /** Stops asking. `start` and `last` are the first and the last value, `second` and `lastQuarter` medians. */
    end(): MemoryUse {
      clearInterval(timer)
      agent.destroy()
      const quarter = Math.max(1, Math.floor(samples.length / 4))
      return {
        start: samples[0] as number,
        last: samples.at(-1) as number,
        peak: Math.max(...samples),
        second: medianOf(samples.slice(quarter, 2 * quarter)),
        lastQuarter: medianOf(samples.slice(-quarter)),
      }
    },
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number
}
