import type { Action, KeyBinding } from '@portraitkit/core/editor/actions/action.ts'
import { panPicture } from '@portraitkit/core/editor/actions/panPicture.ts'
import { redo } from '@portraitkit/core/editor/actions/redo.ts'
import { rotatePicture } from '@portraitkit/core/editor/actions/rotatePicture.ts'
import { setEffect } from '@portraitkit/core/editor/actions/setEffect.ts'
import { undo } from '@portraitkit/core/editor/actions/undo.ts'
import { zoomPicture } from '@portraitkit/core/editor/actions/zoomPicture.ts'
import type { EditorScreen } from '@portraitkit/core/editor/design/instance.ts'

/** The actions with keyboard shortcuts. */
const KEY_ACTIONS = [panPicture, zoomPicture, rotatePicture, setEffect, undo, redo] as unknown as Action<object>[]

type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The action of a key on a screen, with its input. */
export function actionOfKey(stroke: Stroke, menu: EditorScreen): { action: Action<object>; input: object } | undefined {
  for (const action of KEY_ACTIONS) {
    if (!action.screens?.includes(menu)) continue
    const binding = action.keys?.find((one) => isStroke(one, stroke))
    if (binding) return { action, input: binding.input }
  }
  return undefined
}

function isStroke(binding: KeyBinding<object>, { key, ctrlKey, metaKey, shiftKey, altKey }: Stroke): boolean {
  if (altKey || (ctrlKey || metaKey) !== (binding.mod ?? false)) return false
  const written = key.length === 1 ? key.toLowerCase() : key
  if (written !== binding.key) return false
  // A character such as + needs Shift on many keyboards.
  return /^[^a-z]$/.test(binding.key) || shiftKey === (binding.shift ?? false)
}

const typing = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, [contenteditable]'

/**
 * Whether a key belongs to the control that has the focus: any key to a text field; keys without Ctrl or Cmd also to sliders,
 * tabs and radio buttons.
 */
export function ownsKeys({ ctrlKey, metaKey }: Stroke, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (ctrlKey || metaKey) return target.matches(typing)
  return target.matches(`${typing}, input, select, [role=tab], [role=radio], [role=slider]`)
}
