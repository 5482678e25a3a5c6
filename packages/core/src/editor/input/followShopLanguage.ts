import { onLanguageChange } from '../../onLanguageChange.ts'
import type { Shop } from '../../shop.ts'
import type { EditorInstance } from '../design/instance.ts'
import { translateTexts } from '../design/translateTexts.ts'
import { overflowingTexts } from '../drawing/overflowingTexts.ts'
import type { EditorState } from '../editorState.ts'

type LanguageChangeHost = {
  set(instance: EditorInstance): void
  paint(): void
  settled(): Promise<unknown>
  settle(fullId: string, gesture: string): Promise<unknown>
}

/** Switches the design to the shop's language whenever that changes. Returns a function that stops it. */
export function followShopLanguage(
  shop: Pick<Shop, 'locale'>,
  state: EditorState,
  host: LanguageChangeHost,
): () => void {
  let language = shop.locale.language

  async function speak(from: string): Promise<void> {
    if (!state.instance) return
    const gesture = `language ${language}`
    host.set(translateTexts(state.instance as EditorInstance, from, language))
    host.paint()
    await host.settled()
    for (const fullId of overflowingTexts(state.shownScene as EditorState['shownScene']))
      await host.settle(fullId, gesture)
  }

  return onLanguageChange(shop, () => {
    Object.assign(state, { error: '', buyError: '', sceneError: '', choiceError: '', changeError: '' })
    if (state.buying === 'failed' || state.buying === 'differs') state.buying = 'idle'
    const from = language
    language = shop.locale.language
    if (from !== language) void speak(from)
  })
}
