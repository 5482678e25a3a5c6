import { type EditorInstance, imageOf, slotOf } from '@portraitkit/core/editor/design/instance.ts'
import { pictureInSlot } from '@portraitkit/core/editor/design/picture.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { zoomOf } from '@portraitkit/core/template/crop.ts'
import { messages } from '../messages.ts'
import { slotName } from './slotName.ts'

type Change = { readonly act: string; readonly before: EditorInstance; readonly after: EditorInstance }

/**
 * The announcement of a change for screen readers; after undo or redo it names the change in question. Empty if nothing
 * changed.
 */
export function announcementOfChange(t: Translate, { act, before, after }: Change, language: string): string {
  if (before.content === after.content && before.definition === after.definition) return ''
  const fullId = changedSlot(before, after)
  const textOf = (name: string) => {
    const isMove = name === 'framePicture' && zoomPercent(before, fullId) === zoomPercent(after, fullId)
    return announcementOf(t, isMove ? 'panPicture' : name, after, fullId, language)
  }
  if (act === 'undo') return t(messages.saidUndo, { what: textOf(before.history.past.at(-1)?.act ?? '') })
  if (act === 'redo') return t(messages.saidRedo, { what: textOf(before.history.future[0]?.act ?? '') })
  return textOf(act)
}

function changedSlot({ content: before }: EditorInstance, { content: after }: EditorInstance): string | undefined {
  const all = Object.keys({ ...before.resources, ...after.resources })
  return all.find((fullId) => before.resources[fullId] !== after.resources[fullId])
}

/** The announcement after an action, by the action's name; empty if it changed nothing. */
export function announcementOf(
  t: Translate,
  act: string,
  instance: EditorInstance,
  fullId: string | undefined,
  language: string,
): string {
  const slot = fullId ? slotOf(instance.definition, fullId, language) : undefined
  const values = { slot: slot ? slotName(t, slot) : '' }
  const image = fullId ? imageOf(instance.content, fullId) : null
  switch (act) {
    case 'choosePicture':
      return t(messages.saidChoose, values)
    case 'replacePictures':
      return t(messages.saidReplaced)
    case 'fillStrings':
      return t(messages.saidStrings, values)
    case 'changeTemplate':
      return t(messages.saidTemplate, { name: inLanguage(instance.definition.names, language) })
    case 'setYear':
      return t(messages.saidYear, { year: String(instance.content.year ?? '') })
    case 'panPicture':
      return t(messages.saidMove, values)
    case 'framePicture':
    case 'zoomPicture':
      return t(messages.saidZoom, { ...values, percent: zoomPercent(instance, fullId) })
    case 'rotatePicture':
      return t(messages.saidRotate, { ...values, degrees: image?.rotation ?? 0 })
    case 'setEffect':
      return t(messages.saidEffect, { ...values, effect: t(messages[image?.overrideEffect ?? 'original']) })
    case 'setBackground':
      return t(messages.saidBackground, values)
    default:
      return t(messages.saidText, values)
  }
}

/** 100 when the picture is zoomed out as far as possible. */
export function zoomPercent(instance: EditorInstance, fullId: string | undefined): number {
  const placed = fullId ? pictureInSlot(instance, fullId) : undefined
  return placed ? Math.round(zoomOf(placed.image.cropRect, placed.size, placed.layer.box) * 100) : 100
}
