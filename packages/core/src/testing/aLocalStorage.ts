/** For tests: a browser's local storage. Give it to `vi.stubGlobal('localStorage', …)`. */
export function aLocalStorage(): Storage {
  // As in a browser, the entries are its own properties, and nothing else is.
  const entries: Record<string, string> = {}
  return Object.setPrototypeOf(entries, {
    get length() {
      return Object.keys(entries).length
    },
    key: (index: number) => Object.keys(entries)[index] ?? null,
    getItem: (key: string) => entries[key] ?? null,
    setItem(key: string, value: string) {
      entries[key] = value
    },
    removeItem(key: string) {
      delete entries[key]
    },
  }) as Storage
}
