import { onLanguage } from '../../onLanguageChange.ts'
import type { Shop } from '../../shop.ts'
import type { Instance } from '../design/instance.ts'
import { translated } from '../design/translateTexts.ts'
import { overflowing } from '../drawing/overflowingTexts.ts'
import type { EditorState } from '../editorState.ts'

type Held = {
  set(instance: Instance): void
  paint(): void
  settled(): Promise<unknown>
  settle(fullId: string, gesture: string): Promise<unknown>
}

/** What is shown, said and bought is in the shop's language from when that changes. Answers how to stop. */
export function speakAsShop(shop: Pick<Shop, 'locale'>, state: EditorState, held: Held): () => void {
  let language = shop.locale.language

  async function speak(from: string): Promise<void> {
    if (!state.instance) return
    const gesture = `language ${language}`
    held.set(translated(state.instance as Instance, from, language))
    held.paint()
    await held.settled()
    for (const fullId of overflowing(state.shown as EditorState['shown'])) await held.settle(fullId, gesture)
  }

  return onLanguage(shop, () => {
    Object.assign(state, { error: '', buyError: '', sceneError: '', choiceError: '', changeError: '' })
    if (state.buying === 'failed' || state.buying === 'differs') state.buying = 'idle'
    const from = language
    language = shop.locale.language
    if (from !== language) void speak(from)
  })
}
