import { useLingui } from '@lingui/react'
import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { openPart, openScreen } from '@portraitkit/core/editor/design/screens.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { ShownGiftView } from '@portraitkit/core/template/gift.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRoot, useStyles } from '../../rootContext.ts'
import { GiftView } from '../../scene/GiftView.tsx'
import { SceneView } from '../../scene/SceneView.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { closeTopWindow } from '../../ui/windows/openWindows.ts'
import { useBackToMain } from '../../useBackToMain.ts'
import { messages } from '../messages.ts'
import { MissingTexts } from '../saving/SaveProblem.tsx'
import { useEditor } from '../useEditor.ts'
import screensCss from './Screens.css?inline'

/** One preview: a page as it is printed, or a side of the product with the design on it. */
type PreviewView = { part: EditorInstance['definition']['parts'][number]; view: ShownGiftView | undefined }

/** All pages as they will be printed, a gift's on its product from every side: a grid, and each page full-screen. */
export function PreviewScreen() {
  useStyles(screensCss)
  const { _: t } = useLingui()
  const { layer } = useRoot()
  const { editor, instance, shownScene } = useEditor()
  const sights = previewViewsOf(instance, shownScene)
  const first = sights.length === 1 ? 0 : undefined
  const [large, setLarge] = useState<number | undefined>(first)
  const current = large === undefined ? undefined : sights[large]
  const canGoBack = large !== undefined && sights.length > 1
  const all = () => setLarge(undefined)
  const stepOut = useBackToMain(
    {
      isMain: !canGoBack || instance.menu !== 'preview',
      onBack() {
        if (closeTopWindow(layer, 1)) return true
        all()
        return false
      },
      onMain() {},
    },
    'pkPreviewPage',
  )
  const close = async () => {
    await stepOut()
    editor.move((before) => openScreen(current ? openPart(before, current.part.id) : before, 'main'))
  }
  const room = useRef<HTMLDivElement>(null)
  useFocusOfPage(room, large)
  const nameOf = useName()
  return (
    <Dialog
      open={instance.menu === 'preview'}
      onClose={() => void close()}
      onBack={canGoBack ? all : undefined}
      title={t(messages.previewTitle)}
      closeLabel={t(messages.close)}
      size="full"
    >
      <OnGone then={() => setLarge(first)} />
      <MissingTexts />
      {current && large !== undefined ? (
        <div className="pk-preview-large" ref={room}>
          <Large sight={current} />
          <p className="pk-preview-where" role="status">
            {sights.length > 1
              ? t(messages.pageOf, { number: large + 1, of: sights.length, name: nameOf(current).short })
              : null}
          </p>
          <div className="pk-preview-turn">
            <span>
              {large > 0 ? (
                <Button icon={ChevronLeft} onClick={() => setLarge(large - 1)}>
                  {t(messages.previousPart)}
                </Button>
              ) : null}
            </span>
            {sights.length > 1 ? (
              <Button icon={LayoutGrid} data-all="" onClick={all}>
                {t(messages.allParts)}
              </Button>
            ) : null}
            <span>
              {large < sights.length - 1 ? (
                <Button icon={ChevronRight} onClick={() => setLarge(large + 1)}>
                  {t(messages.nextPart)}
                </Button>
              ) : null}
            </span>
          </div>
        </div>
      ) : (
        <div ref={room}>
          <ul className="pk-preview-grid">
            {sights.map((sight, index) => {
              const name = nameOf(sight).short
              return (
                <li key={index}>
                  <button
                    type="button"
                    className="pk-preview-part"
                    data-page={index}
                    onClick={() => setLarge(index)}
                    aria-label={t(messages.pageOf, { number: index + 1, of: sights.length, name })}
                  >
                    <PreviewPage sight={sight} label="" />
                    <span className="pk-small">{name}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </Dialog>
  )
}

function previewViewsOf({ definition }: EditorInstance, { gift }: ShownScene): PreviewView[] {
  return definition.parts.flatMap((part): PreviewView[] => {
    const views = gift?.views.filter((view) => view.part === part.id) ?? []
    return views.length > 0 ? views.map((view) => ({ part, view })) : [{ part, view: undefined }]
  })
}

/** Runs once the window is gone, not when it starts to close: the next time it begins with all pages. */
function OnGone({ then }: { then: () => void }) {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => () => latest.current(), [])
  return null
}

/**
 * The focused element is gone: in the grid the focus moves to the page that was viewed, on a page, even the last one, to the
 * Back button.
 */
function useFocusOfPage(room: RefObject<HTMLDivElement | null>, large: number | undefined): void {
  const before = useRef(large)
  useLayoutEffect(() => {
    const was = before.current
    before.current = large
    const isFocusInside = room.current?.contains((room.current.getRootNode() as ShadowRoot).activeElement)
    if (was === large || ((was === undefined) === (large === undefined) && isFocusInside)) return
    room.current?.querySelector<HTMLElement>(large === undefined ? `[data-page="${was}"]` : '[data-all]')?.focus()
  }, [room, large])
}

function Large({ sight }: { sight: PreviewView }) {
  const { shownScene } = useEditor()
  const label = useName()(sight).long
  const { width, height } = sight.view?.size ?? shownScene.scene.trimBox
  return (
    <div
      className={sight.view ? 'pk-preview-gift' : 'pk-preview-page'}
      style={{ '--pk-page': width / height } as object}
    >
      <PreviewPage sight={sight} label={label} />
    </div>
  )
}

function PreviewPage({ sight, label }: { sight: PreviewView; label: string }) {
  const { shownScene } = useEditor()
  const { part, view } = sight
  return view ? (
    <GiftView shownScene={shownScene} view={view} label={label} />
  ) : (
    <SceneView shownScene={shownScene} part={part.id} label={label} />
  )
}

/** The name of a preview, below it and for screen readers. */
function useName(): (sight: PreviewView) => { short: string; long: string } {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const { names } = useEditor().instance.definition
  return ({ part, view }) => {
    const texts = { name: inLanguage(names, language), part: inLanguage(part.descriptions, language) }
    const side = view?.names && inLanguage(view.names, language)
    return side
      ? { short: side, long: t(messages.pageView, { ...texts, view: side }) }
      : { short: texts.part, long: t(messages.page, texts) }
  }
}
