import type { Shop } from '../../shop.ts'
import { performAction } from '../actions/action.ts'
import { setFont } from '../actions/setFont.ts'
import { setFontSize } from '../actions/setFontSize.ts'
import { storedText, writeText } from '../actions/writeText.ts'
import { type EditorInstance, textOf } from '../design/instance.ts'
import { textSlotOf, wouldFit } from '../design/slotFit.ts'
import { layoutSetting } from '../drawing/layoutSetting.ts'
import type { Typesetter } from '../drawing/typesetter.ts'
import { createTextShapers, type FontsStatus, type TextShapers } from './textShapers.ts'
import { createTextSizes } from './textSizes.ts'

/** The actions on texts that need fonts: typing, sizes and families that must fit their box (001 §4, §5). */
export type TextInput = TextShapers & {
  /** Takes a typed text; the font shrinks until it fits, and grows again up to the chosen size. */
  type(fullId: string, text: string): Promise<void>
  /** The field was left: the text is stored in its final form. */
  leave(fullId: string): Promise<void>
  /** Shrinks a text until it fits, as a part of the preceding action. */
  settle(fullId: string, gesture: string): Promise<void>
  /** Shrinks a text that does not fit when its editor opens. */
  open(fullId: string, isOverflowing: boolean): Promise<void>
  /** False if the text would not fit; the size then stays. */
  trySize(fullId: string, size: number): Promise<boolean>
  /** A family in which the text does not fit gets the template's own size. */
  tryFont(fullId: string, family: string): Promise<void>
}

type TextInputHost = {
  instance(): EditorInstance | null
  set(next: EditorInstance): void
  onFontsStatus(status: FontsStatus): void
}

/** Typing is one undo step as long as there is no pause of this many milliseconds. */
const TYPING_PAUSE_MS = 1000

export function createTextInput(shop: Shop, typesetter: Typesetter, host: TextInputHost): TextInput {
  const sizes = createTextSizes(shop)
  const { shaperFor, shaperNow } = createTextShapers(shop, typesetter, host.onFontsStatus)
  const burst = createBurst()

  /** The shaper if available, with the instance and slot as they are by then. */
  async function prepared(fullId: string, family?: string) {
    const before = host.instance()
    const shaper = before ? await shaperFor(before, [fullId], family).catch(() => undefined) : undefined
    const instance = host.instance()
    const slot = instance && textSlotOf(instance, fullId)
    if (!instance || !slot) return undefined
    const isSame = instance.content === before?.content
    return { shaper, instance, slot, setting: layoutSetting(shop, instance.subject), isSame }
  }

  /** Sets a text to the largest size that fits, up to the selected one. */
  async function settle(fullId: string, gesture: string): Promise<void> {
    const ready = await prepared(fullId)
    // If more was typed while the fonts were loading, the later stroke determines the size.
    if (ready?.shaper && ready.isSame) host.set(sizes.fit(ready.instance, fullId, ready.shaper, gesture))
  }

  return {
    shaperFor,
    shaperNow,
    settle,
    async type(fullId, text) {
      const instance = host.instance()
      if (!instance) return
      const stroke = burst.next()
      const written = performAction(instance, writeText, { fullId, text }, stroke)
      // If its fonts are loaded, a stroke is written, fitted and shown at once.
      const shaper = shaperNow(written, [fullId])
      host.set(shaper ? sizes.fit(written, fullId, shaper, stroke) : written)
      if (!shaper) await settle(fullId, stroke)
    },
    async leave(fullId) {
      const instance = host.instance()
      const text = instance && textOf(instance.content, fullId)
      if (!instance || !text || storedText(text.text) === text.text) return
      const stroke = burst.next()
      host.set(performAction(instance, writeText, { fullId, text: storedText(text.text) }, stroke))
      await settle(fullId, stroke)
    },
    async open(fullId, isOverflowing) {
      burst.end()
      sizes.forget(fullId)
      if (!isOverflowing) return
      await settle(fullId, `typing ${burst.number()}`)
      const instance = host.instance()
      if (instance?.currentResource !== fullId || !instance.saved) return
      // The customer has not yet changed anything that Cancel could discard.
      const { content, definition, history, dirty } = instance
      host.set({ ...instance, saved: { content, definition, history, dirty } })
    },
    async trySize(fullId, size) {
      const ready = await prepared(fullId)
      if (!ready) return false
      const { shaper, instance, slot, setting } = ready
      if (shaper && !wouldFit(instance, slot, { size }, setting, shaper)) return false
      sizes.choose(fullId, size)
      host.set(performAction(instance, setFontSize, { fullId, size }, `size ${burst.number()}`))
      return true
    },
    async tryFont(fullId, family) {
      const ready = await prepared(fullId, family)
      if (!ready) return
      const { shaper, instance, slot, setting } = ready
      const isFitting = !shaper || wouldFit(instance, slot, { family }, setting, shaper)
      const stroke = `font ${burst.number()}`
      if (isFitting) return host.set(performAction(instance, setFont, { fullId, family }, stroke))
      sizes.choose(fullId, slot.layer.size)
      host.set(performAction(instance, setFont, { fullId, family, size: slot.layer.size }, stroke))
      await settle(fullId, stroke)
    },
  }
}

/** Numbers the runs of typing. */
function createBurst() {
  let last = 0
  let number = 0
  return {
    /** The gesture of a stroke. */
    next(): string {
      const now = Date.now()
      if (now - last > TYPING_PAUSE_MS) number += 1
      last = now
      return `typing ${number}`
    },
    end() {
      last = 0
      number += 1
    },
    number: () => number,
  }
}
