import type { DesignContent } from '../../template/design.ts'
import type { EditorInstance } from './instance.ts'
import { savedDesignOf, withholdPictures } from './withheldPictures.ts'

/** Which of the pictures that were chosen may be seen, as the server says it with every answer. */
export type PictureAccess = {
  /** Something else is edited, of which these pictures are lost. */
  begin(lost: readonly string[]): void
  /** Of these pictures those that are lost may not be seen now: their places are empty until they may be again. */
  see(pictures: readonly string[], lost: readonly string[]): void
  /** The instance with the places empty of what may not be seen. */
  hold(instance: EditorInstance): EditorInstance
  /** The design as it is kept. */
  design(instance: EditorInstance): DesignContent
  /** The server does not keep these pictures any more. False where that was known before. */
  giveUp(refused: readonly string[]): boolean
  /** Whether anything may not be seen. */
  isWithholding(): boolean
}

type PictureAccessHost = {
  instance(): EditorInstance | null
  /** Nobody has changed anything: there is nothing to keep, and nothing to undo. */
  show(instance: EditorInstance): void
}

export function createPictureAccess({ instance, show }: PictureAccessHost): PictureAccess {
  let withheld: ReadonlySet<string> = new Set()
  let gone: ReadonlySet<string> = new Set()

  function see(pictures: readonly string[], lost: readonly string[]): void {
    const others = [...withheld].filter((each) => !pictures.includes(each))
    withheld = new Set([...others, ...lost])
    const before = instance()
    const next = before && withholdPictures(before, withheld)
    if (next && next !== before) show(next)
  }

  return {
    see,
    begin(lost) {
      withheld = new Set(lost)
      gone = new Set()
    },
    hold: (made) => withholdPictures(made, withheld),
    design: (made) => savedDesignOf(made, gone),
    giveUp(refused) {
      const others = refused.filter((each) => !gone.has(each))
      gone = new Set([...gone, ...others])
      see([], others)
      return others.length > 0
    },
    isWithholding: () => withheld.size > 0,
  }
}
