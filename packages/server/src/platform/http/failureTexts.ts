/** The texts of failures by their reason, in the languages other than the contract's English. */
export type FailureTexts = {
  texts: Readonly<Record<string, string>>
  /** Replaces `throttle.wait` when the waiting time is known. */
  wait: (minutes: number) => string
}
