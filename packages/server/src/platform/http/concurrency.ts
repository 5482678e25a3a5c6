type WaitingLine = { running: number; waiting: Array<() => void> }

const lines = new WeakMap<object, Map<string, WaitingLine>>()

/**
 * Runs at most `most` pieces of work of a name at the same time in this process, in the order of arrival. This only queues
 * them: limits across all processes are enforced by the database.
 */
export async function limitConcurrency<T>(
  of: object,
  name: string,
  maxRunning: number,
  work: () => Promise<T>,
): Promise<T> {
  const named = lines.get(of) ?? new Map<string, WaitingLine>()
  lines.set(of, named)
  const line = named.get(name) ?? { running: 0, waiting: [] }
  named.set(name, line)
  if (line.running >= maxRunning) await new Promise<void>((go) => line.waiting.push(go))
  else line.running++
  try {
    return await work()
  } finally {
    const next = line.waiting.shift()
    // The next one takes the place over directly, so that no other one can take it in between.
    if (next) next()
    else if (--line.running === 0) named.delete(name)
  }
}
