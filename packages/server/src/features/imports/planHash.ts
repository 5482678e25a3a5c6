import { createHash } from 'node:crypto'

/** A hash of what a plan is made from, whatever the order of the fields, which a file or a database may change. */
export function hashOf(content: unknown): string {
  const text = JSON.stringify(content, (_key, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(text).digest('hex')
}
