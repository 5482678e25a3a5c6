import { Agent } from 'node:http'
import { ask } from '../calls/load.ts'

const EVERY_MS = 500

/** Asks a server for its resident memory, in bytes, again and again. */
export async function watchMemory(adminPort: number) {
  const agent = new Agent({ keepAlive: true })
  const read = async () => {
    const text = String(await ask(agent, { port: adminPort, path: '/metrics' }))
    return Number(text.match(/^process_resident_memory_bytes (\d+)/m)?.[1])
  }
  const start = await read()
  let peak = start
  let last = start
  const look = async () => {
    last = await read()
    peak = Math.max(peak, last)
  }
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS)
  return {
    /** Reads it now, and writes it for whoever watches the bench. */
    async note() {
      await look()
      console.error(`  ${Math.round(last / 1e6)} MB now, ${Math.round(peak / 1e6)} MB at most`)
    },
    async end() {
      clearInterval(timer)
      await look()
      agent.destroy()
      return { start, peak, last }
    },
  }
}
