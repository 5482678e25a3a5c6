/** Where steps are printed: a terminal, or a log. */
export interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** Prints a separate line. */
  say(text: string): void
  /** The progress of a piece of work, 0 to 1: one line that is updated on a terminal, a line for each quarter in a log. */
  progress(title: string, done: number): void
  /** Ends the progress: its line is removed. */
  finish(): void
}

/** Prints what is being done. Lines and a moving progress may come from work that runs at the same time. */
export function createProgress(out: Output): Progress {
  let moving = ''
  let quarter = -1
  const clear = () => out.isTTY && moving && out.write('\r\x1b[K')
  return {
    say(text) {
      clear()
      out.write(`${text}\n`)
      if (out.isTTY) out.write(moving)
    },
    progress(title, done) {
      const line = `${title} ${Math.floor(done * 100)} %`
      if (out.isTTY) {
        if (line === moving) return
        clear()
        moving = line
        out.write(moving)
      } else if (done < 1 && Math.floor(done * 4) > quarter) {
        quarter = Math.floor(done * 4)
        out.write(`${quarter === 0 ? title : line}\n`)
      }
    },
    finish() {
      clear()
      moving = ''
      quarter = -1
    },
  }
}
