/** More different texts than the notes of a school have are read anew. */
const MAX_CACHED = 20_000

/** Reads each text once: of a long list, most cells are alike. */
export function cacheTexts<T>(read: (text: string) => T): (text: string) => T {
  const cached = new Map<string, { value: T }>()
  return (text) => {
    const known = cached.get(text)
    if (known) return known.value
    if (cached.size >= MAX_CACHED) cached.clear()
    const value = read(text)
    cached.set(text, { value })
    return value
  }
}
