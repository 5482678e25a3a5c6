import type { Instance } from '@portraitkit/core/editor/instance.ts'
import { openPart, openScreen } from '@portraitkit/core/editor/menu.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { ShownGiftView } from '@portraitkit/core/template/gift.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../locales/useT.ts'
import { useRoot, useStyles } from '../root.tsx'
import { GiftView } from '../scene/GiftView.tsx'
import { SceneView } from '../scene/SceneView.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { messages } from './messages.ts'
import screensCss from './Screens.css?inline'
import { useEditor } from './useEditor.ts'

/** What is looked at: a page as it is printed, or a side of the product that it is on. */
type Sight = { part: Instance['definition']['parts'][number]; view: ShownGiftView | undefined }

/** All pages as they will be printed, a gift's on its product from every side: a grid, and each of them as large as the screen. */
export function PreviewScreen() {
  useStyles(screensCss)
  const t = useT(messages)
  const { editor, instance, shown } = useEditor()
  const sights = sightsOf(instance, shown)
  const [large, setLarge] = useState<number | undefined>(sights.length === 1 ? 0 : undefined)
  const current = large === undefined ? undefined : sights[large]
  const close = () => editor.move((held) => openScreen(current ? openPart(held, current.part.id) : held, 'main'))
  const nameOf = useName()
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
          <Large sight={current} />
          <div className="pk-preview-turn">
            <span>
              {large > 0 ? (
                <Button icon={ChevronLeft} onClick={() => setLarge(large - 1)}>
                  {t('editor.previousPart')}
                </Button>
              ) : null}
            </span>
            {sights.length > 1 ? (
              <Button icon={LayoutGrid} onClick={() => setLarge(undefined)}>
                {t('editor.allParts')}
              </Button>
            ) : null}
            <span>
              {large < sights.length - 1 ? (
                <Button icon={ChevronRight} onClick={() => setLarge(large + 1)}>
                  {t('editor.nextPart')}
                </Button>
              ) : null}
            </span>
          </div>
        </div>
      ) : (
        <ul className="pk-preview-grid">
          {sights.map((sight, index) => (
            <li key={index}>
              <button
                type="button"
                className="pk-preview-part"
                onClick={() => setLarge(index)}
                aria-label={nameOf(sight).long}
              >
                <Seen sight={sight} />
                <span className="pk-small">{nameOf(sight).short}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function sightsOf({ definition }: Instance, { gift }: ShownScene): Sight[] {
  return definition.parts.flatMap((part): Sight[] => {
    const views = gift?.views.filter((view) => view.part === part.id) ?? []
    return views.length > 0 ? views.map((view) => ({ part, view })) : [{ part, view: undefined }]
  })
}

function Large({ sight }: { sight: Sight }) {
  const { shown } = useEditor()
  const { width, height } = sight.view?.size ?? shown.scene.trimBox
  return (
    <div
      className={sight.view ? 'pk-preview-gift' : 'pk-preview-page'}
      style={{ '--pk-page': width / height } as object}
    >
      <Seen sight={sight} />
    </div>
  )
}

function Seen({ sight }: { sight: Sight }) {
  const { shown } = useEditor()
  const label = useName()(sight).long
  const { part, view } = sight
  return view ? (
    <GiftView shown={shown} view={view} label={label} />
  ) : (
    <SceneView shown={shown} part={part.id} label={label} />
  )
}

/** What a sight is called below it, and by a screen reader. */
function useName(): (sight: Sight) => { short: string; long: string } {
  const t = useT(messages)
  const { language } = useRoot()
  const { names } = useEditor().instance.definition
  return ({ part, view }) => {
    const texts = { name: inLanguage(names, language), part: inLanguage(part.descriptions, language) }
    const side = view?.names && inLanguage(view.names, language)
    return side
      ? { short: side, long: t('editor.pageView', { ...texts, view: side }) }
      : { short: texts.part, long: t('editor.page', texts) }
  }
}
