import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { ShownScene } from '../../template/scene.ts'
import { performAction } from '../actions/action.ts'
import { changeTemplate } from '../actions/changeTemplate.ts'
import { fetchFilledTemplate } from '../design/fetchTemplate.ts'
import { findPicture } from '../design/findPicture.ts'
import { designOf, type EditorInstance } from '../design/instance.ts'
import { savedDesignOf } from '../design/withheldPictures.ts'
import { fetchVisibleScene } from '../drawing/fetchScene.ts'
import { layoutSetting } from '../drawing/layoutSetting.ts'
import { overflowingTexts } from '../drawing/overflowingTexts.ts'
import type { EditorState } from '../editorState.ts'

/** The design in another template, and the server's scene of it, so that both appear together. */
type SwitchedTemplate = { instance: EditorInstance; shownScene: ShownScene; overflowing: string[] }

/** Fetches a template and carries the design over. Throws ShopError. */
async function switchTemplate(
  shop: Shop,
  current: EditorInstance,
  template: string,
  gesture: string,
): Promise<SwitchedTemplate> {
  const fresh = await fetchFilledTemplate(shop, template, current.subject)
  const carry = {
    fresh,
    pictureOf: (uuid: string) => findPicture(shop, uuid),
    setting: layoutSetting(shop, current.subject),
    thisYear: new Date().getUTCFullYear(),
  }
  const instance = performAction(current, changeTemplate, carry, gesture)
  const { shownScene } = await fetchVisibleScene(shop, savedDesignOf(instance))
  return { instance, shownScene, overflowing: overflowingTexts(shownScene) }
}

type TemplateSwitchHost = {
  state: EditorState
  /** Shows the server's scene of the next instance. */
  take(scene: ShownScene, content: DesignContent): void
  set(instance: EditorInstance): void
  /** Shrinks a text until it fits. */
  settle(fullId: string, gesture: string): Promise<void>
}

/** Continues the design in another template; `changing` and `changeError` report the progress. */
export function createTemplateSwitch(shop: Shop, { state, take, set, settle }: TemplateSwitchHost) {
  let count = 0

  async function change(template: string, gesture: string): Promise<void> {
    const { instance } = state
    if (!instance) return
    const { language } = shop.locale
    const changed = await switchTemplate(shop, instance, template, gesture)
    // The texts of the template are in the previous language.
    if (language !== shop.locale.language) return change(template, gesture)
    // It was cancelled or undone meanwhile, which takes precedence.
    if (state.instance !== instance) return
    take(changed.shownScene, designOf(changed.instance))
    set(changed.instance)
    for (const fullId of changed.overflowing) await settle(fullId, gesture)
  }

  return async (template: string): Promise<void> => {
    if (!state.instance || template === state.instance.definition.uuid || state.changing) return
    count += 1
    Object.assign(state, { changing: template, changeError: '' })
    try {
      await change(template, `template ${count}`)
    } catch (error) {
      state.changeError = failureText(error)
    } finally {
      state.changing = null
    }
  }
}

/** The text for the visitor of a failed call; any other error is thrown. */
export function failureText(error: unknown): string {
  if (!isShopError(error)) throw error
  return error.message
}
