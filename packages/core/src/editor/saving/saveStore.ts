/** Saves a customer's work on the server while it is edited, so that a closed tab or another device loses nothing. */
export type AutosaveState = {
  /**
   * 'waiting': the connection is lost, saving continues by itself. 'conflict': another window has saved something else.
   * 'signed-out': nobody is signed in any more. 'stopped': it cannot be saved, and `refusal` says why.
   */
  status: 'idle' | 'saving' | 'saved' | 'waiting' | 'conflict' | 'signed-out' | 'stopped'
  refusal: string
  /** For a conflict: it was answered once for this window, and meanwhile another one has saved again. */
  isRepeatedConflict: boolean
}

/** Where it is saved. */
export type SaveStore<Content, Saved> = {
  /** Saves a change that builds on a version; returns the new one. Throws ShopError. */
  save(version: number, content: Content): Promise<Saved>
  /** The stored version; null if there is none. Throws ShopError. */
  find(): Promise<Saved | null>
  /** Removes that version; a newer one stays. */
  remove(version: number): Promise<unknown>
  /** The reasons of its failures: another window has saved something else (which comes as `data`); it no longer exists. */
  readonly changed: string
  readonly unknown: string
}
