import type { App } from '../app.ts'

const unfinished = new WeakMap<object, Set<Promise<void>>>()

/** Lets a write finish after the answer that caused it. If it fails, `problem` is logged: nothing may depend on it. */
export function finishLater({ db, log }: Pick<App, 'db' | 'log'>, write: Promise<unknown>, problem: string): void {
  const writes = unfinished.get(db) ?? new Set()
  unfinished.set(db, writes)
  const finished = write
    .then(
      () => {},
      (err: unknown) => log.error({ err }, problem),
    )
    .finally(() => writes.delete(finished))
  writes.add(finished)
}

/** Waits until every such write has finished. */
export async function awaitLateWrites({ db }: Pick<App, 'db'>): Promise<void> {
  const writes = unfinished.get(db)
  while (writes && writes.size > 0) await Promise.all(writes)
}
