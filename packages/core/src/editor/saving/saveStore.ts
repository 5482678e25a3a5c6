/** Keeps what a customer makes on the server while it is made, so that a closed tab or another device loses nothing. */
export type AutosaveState = {
  /**
   * 'waiting': the connection is lost, it goes on by itself. 'conflict': another window has saved something else.
   * 'signed-out': nobody is signed in any more. 'stopped': it cannot be kept, and `refusal` says why.
   */
  status: 'idle' | 'saving' | 'saved' | 'waiting' | 'conflict' | 'signed-out' | 'stopped'
  refusal: string
  /** Of a conflict: it was answered for this window once, and meanwhile another one has saved anew. */
  isAskedAgain: boolean
}

/** Where it is kept. */
export type SaveStore<Content, Saved> = {
  /** Saves what builds on a version; answers the new one. Throws ShopError. */
  save(version: number, content: Content): Promise<Saved>
  /** What is stored now; null where there is nothing. Throws ShopError. */
  find(): Promise<Saved | null>
  /** Removes that version; one that was saved since stays. */
  remove(version: number): Promise<unknown>
  /** The reasons of its failures: another window has saved something else (which comes as `data`); it is not there any more. */
  readonly changed: string
  readonly unknown: string
}
