import type { DesignContent } from '../../template/design.ts'
import type { EditorInstance } from './instance.ts'
import { savedDesignOf, withholdPictures } from './withheldPictures.ts'

/** Which of the chosen pictures may be seen, according to the server's latest answer. */
export type PictureAccess = {
  /** Starts with another design, in which these pictures are withheld. */
  begin(lost: readonly string[]): void
  /** Of `pictures`, those in `lost` may not be seen now: their places are empty until they may be seen again. */
  update(pictures: readonly string[], lost: readonly string[]): void
  /** The instance with the places of withheld pictures empty. */
  applyTo(instance: EditorInstance): EditorInstance
  /** The design as it is saved. */
  design(instance: EditorInstance): DesignContent
  /** The server no longer stores these pictures. False if that was known before. */
  markDeleted(refused: readonly string[]): boolean
  /** Whether any picture is withheld. */
  isWithholding(): boolean
}

type PictureAccessHost = {
  instance(): EditorInstance | null
  /** Shows a change that is not the customer's: there is nothing to save, and nothing to undo. */
  show(instance: EditorInstance): void
}

export function createPictureAccess({ instance, show }: PictureAccessHost): PictureAccess {
  let withheld: ReadonlySet<string> = new Set()
  let gone: ReadonlySet<string> = new Set()

  function update(pictures: readonly string[], lost: readonly string[]): void {
    const others = [...withheld].filter((each) => !pictures.includes(each))
    withheld = new Set([...others, ...lost])
    const before = instance()
    const next = before && withholdPictures(before, withheld)
    if (next && next !== before) show(next)
  }

  return {
    update,
    begin(lost) {
      withheld = new Set(lost)
      gone = new Set()
    },
    applyTo: (made) => withholdPictures(made, withheld),
    design: (made) => savedDesignOf(made, gone),
    markDeleted(refused) {
      const others = refused.filter((each) => !gone.has(each))
      gone = new Set([...gone, ...others])
      update([], others)
      return others.length > 0
    },
    isWithholding: () => withheld.size > 0,
  }
}
