import { type Instance, imageOf, slotOf } from '@portraitkit/core/editor/instance.ts'
import { placedIn } from '@portraitkit/core/editor/picture.ts'
import { zoomOf } from '@portraitkit/core/template/crop.ts'
import type { Translate } from '../locales/i18n.ts'
import type { messages } from './messages.ts'
import { slotName } from './slotName.ts'

/** What a screen reader hears after an act, by the act's name; nothing where the act has done nothing. */
export function saying(
  t: Translate<typeof messages>,
  act: string,
  instance: Instance,
  fullId: string | undefined,
  language: string,
): string {
  const slot = fullId ? slotOf(instance.definition, fullId, language) : undefined
  const values = { slot: slot ? slotName(t, slot) : '' }
  const image = fullId ? imageOf(instance.content, fullId) : null
  switch (act) {
    case 'undo':
      return t('editor.saidUndo')
    case 'redo':
      return t('editor.saidRedo')
    case 'choosePicture':
      return t('editor.saidChoose', values)
    case 'replacePictures':
      return t('editor.saidReplaced')
    case 'fillStrings':
      return t('editor.saidStrings', values)
    case 'setYear':
      return t('editor.saidYear', { year: String(instance.content.year ?? '') })
    case 'panPicture':
      return t('editor.saidMove', values)
    case 'framePicture':
    case 'zoomPicture':
      return t('editor.saidZoom', { ...values, percent: zoomPercent(instance, fullId) })
    case 'rotatePicture':
      return t('editor.saidRotate', { ...values, degrees: image?.rotation ?? 0 })
    case 'setEffect':
      return t('editor.saidEffect', { ...values, effect: t(`editor.${image?.overrideEffect ?? 'original'}`) })
    case 'setBackground':
      return t('editor.saidBackground', values)
    default:
      return t('editor.saidText', values)
  }
}

/** 100 where as much of the picture is seen as can be. */
export function zoomPercent(instance: Instance, fullId: string | undefined): number {
  const placed = fullId ? placedIn(instance, fullId) : undefined
  return placed ? Math.round(zoomOf(placed.image.cropRect, placed.size, placed.layer.box) * 100) : 100
}
