import { openPart, openScreen } from '@portraitkit/core/editor/menu.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { GiftView } from '../scene/GiftView.tsx'
import { SceneView } from '../scene/SceneView.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { messages } from './messages.ts'
import { useEditor } from './useEditor.ts'

/** All pages as they will be printed: a grid, and each of them as large as the screen, a gift's on its product. */
export function PreviewScreen() {
  const t = useT(messages)
  const { language } = useRoot()
  const { editor, instance, shown } = useEditor()
  const { parts, names } = instance.definition
  const [large, setLarge] = useState<number | undefined>(parts.length === 1 ? 0 : undefined)
  const close = () => {
    const part = large === undefined ? undefined : parts[large]
    editor.move((held) => openScreen(part ? openPart(held, part.id) : held, 'main'))
  }
  const labelOf = (index: number) => {
    const part = parts[index]
    return t('editor.page', {
      name: inLanguage(names, language),
      part: part ? inLanguage(part.descriptions, language) : '',
    })
  }
  const current = large === undefined ? undefined : parts[large]
  const view = shown.gift?.views.find(({ part }) => part === current?.id)
  const { width, height } = view?.size ?? shown.scene.trimBox
  return (
    <Dialog
      open={instance.menu === 'preview'}
      onClose={close}
      title={t('editor.previewTitle')}
      closeLabel={t('editor.close')}
      size="full"
    >
      {current && large !== undefined ? (
        <div className="pk-preview-large">
          <div
            className={view ? 'pk-preview-gift' : 'pk-preview-page'}
            style={{ '--pk-page': width / height } as object}
          >
            {view ? (
              <GiftView shown={shown} view={view} label={labelOf(large)} />
            ) : (
              <SceneView shown={shown} part={current.id} label={labelOf(large)} />
            )}
          </div>
          <div className="pk-preview-turn">
            <span>
              {large > 0 ? (
                <Button icon={ChevronLeft} onClick={() => setLarge(large - 1)}>
                  {t('editor.previousPart')}
                </Button>
              ) : null}
            </span>
            <span>
              {large < parts.length - 1 ? (
                <Button icon={ChevronRight} onClick={() => setLarge(large + 1)}>
                  {t('editor.nextPart')}
                </Button>
              ) : null}
            </span>
          </div>
        </div>
      ) : (
        <ul className="pk-preview-grid">
          {parts.map((part, index) => (
            <li key={part.id}>
              <button
                type="button"
                className="pk-preview-part"
                onClick={() => setLarge(index)}
                aria-label={labelOf(index)}
              >
                <SceneView shown={shown} part={part.id} label={labelOf(index)} />
                <span className="pk-small">{inLanguage(part.descriptions, language)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
