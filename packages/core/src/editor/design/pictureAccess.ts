import type { DesignContent } from '../../template/design.ts'
import type { Instance } from './instance.ts'
import { keptDesignOf, withholding } from './withheldPictures.ts'

/** Which of the pictures that were chosen may be seen, as the server says it with every answer. */
export type Seeing = {
  /** Something else is edited, of which these pictures are lost. */
  begin(lost: readonly string[]): void
  /** Of these pictures those that are lost may not be seen now: their places are empty until they may be again. */
  see(pictures: readonly string[], lost: readonly string[]): void
  /** The instance with the places empty of what may not be seen. */
  hold(instance: Instance): Instance
  /** The design as it is kept. */
  design(instance: Instance): DesignContent
  /** The server does not keep these pictures any more. False where that was known before. */
  giveUp(refused: readonly string[]): boolean
  /** Whether anything may not be seen. */
  isWithholding(): boolean
}

type Held = {
  instance(): Instance | null
  /** Nobody has changed anything: there is nothing to keep, and nothing to undo. */
  show(instance: Instance): void
}

export function createSeeing({ instance, show }: Held): Seeing {
  let withheld: ReadonlySet<string> = new Set()
  let gone: ReadonlySet<string> = new Set()

  function see(pictures: readonly string[], lost: readonly string[]): void {
    const others = [...withheld].filter((each) => !pictures.includes(each))
    withheld = new Set([...others, ...lost])
    const before = instance()
    const next = before && withholding(before, withheld)
    if (next && next !== before) show(next)
  }

  return {
    see,
    begin(lost) {
      withheld = new Set(lost)
      gone = new Set()
    },
    hold: (made) => withholding(made, withheld),
    design: (made) => keptDesignOf(made, gone),
    giveUp(refused) {
      const others = refused.filter((each) => !gone.has(each))
      gone = new Set([...gone, ...others])
      see([], others)
      return others.length > 0
    },
    isWithholding: () => withheld.size > 0,
  }
}
