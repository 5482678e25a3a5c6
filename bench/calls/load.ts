import { Agent, request } from 'node:http'

export type Target = {
  port: number
  path: string
  headers?: Record<string, string> /** Sent by POST. */
  body?: string
}

/** Sends one request and returns the body. Throws on any status but 200. */
export function ask(agent: Agent, { port, path, headers = {}, body }: Target): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(
      { agent, host: '127.0.0.1', port, path, headers, method: body === undefined ? 'GET' : 'POST' },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(chunks))
          else reject(new Error(`${path} answered ${answer.statusCode}: ${Buffer.concat(chunks)}`))
        })
      },
    )
      .on('error', reject)
      .end(body)
  })
}

/** Answers per second with this number of callers, each of whom requests the next target as soon as it has an answer. */
export async function rateOf(targets: readonly Target[], callers: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const began = performance.now()
  const until = began + seconds * 1000
  let requestCount = 0
  let answers = 0
  const caller = async () => {
    while (performance.now() < until) {
      await ask(agent, targets[requestCount++ % targets.length] as Target)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  agent.destroy()
  return answers / ((performance.now() - began) / 1000)
}

/**
 * Milliseconds per answer at a fixed rate of requests, whether or not the earlier ones are answered. Each is counted from the
 * moment at which it was due, so that a stall is not hidden by the requests that it delayed.
 */
export async function latenciesAt(targets: readonly Target[], perSecond: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const began = performance.now() + 20
  const total = Math.round(perSecond * seconds)
  const latencies: number[] = []
  const running: Promise<void>[] = []
  for (let count = 0; count < total; ) {
    const now = performance.now()
    for (; count < total && began + (count * 1000) / perSecond <= now; count++) {
      const due = began + (count * 1000) / perSecond
      const target = targets[count % targets.length] as Target
      running.push(ask(agent, target).then(() => void latencies.push(performance.now() - due)))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(running)
  agent.destroy()
  return latencies
}

/** The percentile: the value that this percentage of the values does not exceed. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))] ?? Number.NaN
}
