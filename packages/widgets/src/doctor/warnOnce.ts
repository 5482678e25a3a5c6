const reported = new Set<string>()

/** Everything that the page's developer was told, in order. */
export const reports: ReadonlySet<string> = reported

/** Reports a message once, however many elements make the same mistake. */
export function warnOnce(message: string): void {
  if (reported.has(message)) return
  reported.add(message)
  console.warn(`Portraitkit: ${message}`)
}
