/** The texts of failures by their reason, in the languages beside the contract's English. */
export type FailureWords = {
  texts: Readonly<Record<string, string>>
  /** In place of `throttle.wait`, where it is known how long. */
  wait: (minutes: number) => string
}
