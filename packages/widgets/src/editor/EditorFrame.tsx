import { performAction as perform } from '@portraitkit/core/editor/actions/action.ts'
import { type EditorInstance, slotOf } from '@portraitkit/core/editor/design/instance.ts'
import { cancelScreen, closeScreen, losesOnCancel } from '@portraitkit/core/editor/design/screens.ts'
import { savedDesignOf } from '@portraitkit/core/editor/design/withheldPictures.ts'
import type { EditorState } from '@portraitkit/core/editor/editorState.ts'
import type { Editor } from '@portraitkit/core/editor/state.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { createUploads } from '@portraitkit/core/uploads/state.ts'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { useLazyPart } from '../ui/loading/useLazyPart.ts'
import type { UploadStatusProps } from '../uploads/UploadStatus.tsx'
import { announcementOf, announcementOfChange } from './frame/announcements.ts'
import { actionOfKey, ownsKeys } from './frame/keyboardActions.ts'
import { PartTabs } from './frame/PartTabs.tsx'
import { slotName } from './frame/slotName.ts'
import { TopBar } from './frame/TopBar.tsx'
import { useFocusFallback, useFullScreen, useScreenFocus } from './frame/useFullScreen.ts'
import { useLeaveEditor } from './frame/useLeaveEditor.ts'
import { closeTopWindow, openWindows, useScreenHistory } from './frame/useScreenHistory.ts'
import type { ItemCallbacks } from './itemContext.ts'
import { messages } from './messages.ts'
import { ConflictQuestion } from './saving/ConflictQuestion.tsx'
import { SaveProblem } from './saving/SaveProblem.tsx'
import { UnsavedDialog } from './saving/UnsavedDialog.tsx'
import { ImageScreen } from './screens/ImageScreen.tsx'
import { MainScreen } from './screens/MainScreen.tsx'
import { SelectScreen } from './screens/SelectScreen.tsx'
import { TextScreen } from './screens/TextScreen.tsx'
import { Canvas } from './stage/Canvas.tsx'
import { PinchHint } from './stage/PinchHint.tsx'
import { EditorContext, type EditorRules, type EditorValue, useEditor } from './useEditor.ts'

type FrameProps = {
  editor: Editor
  state: EditorState
  instance: EditorInstance
  shown: ShownScene
  updateLabel: string | undefined
  rules: EditorRules
  /** Where what is edited is kept elsewhere: with what was made, and without. */
  ways?: ItemCallbacks | undefined
}

// 001 §4: after Done, the editor returns to main after 300 ms
const closeDelay = 300

/** The editor's room: bar, canvas, pages, tools. On a phone it fills the screen, on a desktop the tools stand beside. */
export function EditorFrame({ editor, state, instance, shown, updateLabel, rules, ways }: FrameProps) {
  const t = useT(messages)
  const { language, page, navigate, settings, layer } = useRoot()
  const frame = useRef<HTMLElement>(null)
  const [asking, setAsking] = useState(false)
  const [closing, setClosing] = useState(false)
  const [windows, setWindows] = useState(0)
  const onWindow = useCallback((isOpen: boolean) => setWindows((count) => count + (isOpen ? 1 : -1)), [])
  const { said, announce } = useAnnouncement(instance, layer)
  const layout = useFullScreen(frame)
  useScreenFocus(frame, instance)
  const holdFocus = useFocusFallback(frame)
  const slot = instance.currentResource ? slotOf(instance.definition, instance.currentResource, language) : undefined
  const [isInTool, setInTool] = useState(false)
  const leaveFor = useLeaveEditor(instance, state.found)
  const go = ways?.onClose ?? leaveFor

  const say = useCallback<EditorValue['say']>(
    (name, fullId) => {
      if (editor.state.instance) announce(announcementOf(t, name, editor.state.instance, fullId, language))
    },
    [editor, t, language, announce],
  )
  const act = useCallback<EditorValue['act']>(
    (action, input, gesture) => {
      const before = editor.state.instance
      editor.act(action, input, gesture)
      const after = editor.state.instance
      if (before && after && before !== after)
        announce(announcementOfChange(t, { act: action.name, before, after }, language))
    },
    [editor, t, language, announce],
  )
  const { product, definition } = instance
  const onMain = () => {
    if (state.found !== 'line' && state.found !== 'item')
      page.routers.at(-1)?.readdress?.({ productUuid: product, templateUuid: definition.uuid })
  }
  // What is not in the cart yet, or not kept as another card was: whoever goes back is asked.
  const isGuarded = ({ dirty }: EditorInstance) =>
    dirty && (state.found === 'line' || state.saving?.status === 'conflict')
  const stepOut = useScreenHistory({
    isMain: instance.menu === 'main' && !isGuarded(instance) && !asking && windows === 0,
    onBack() {
      if (closeTopWindow(layer, instance.menu === 'preview' ? 1 : 0)) {
        return instance.menu !== 'main' || isGuarded(instance) || windows > 1
      }
      const isAsked = losesOnCancel(instance)
      setAsking(isAsked)
      if (!isAsked) editor.move(cancelScreen)
      const left = editor.state.instance
      return isAsked || (left !== null && isGuarded(left))
    },
    onMain,
  })
  // On the main screen undo brings another design back.
  useEffect(() => {
    if (instance.menu === 'main') onMain()
  }, [definition.uuid])
  const goTo = useCallback<EditorValue['goTo']>(
    async ({ name, params }) => {
      await stepOut()
      navigate(name, params)
    },
    [stepOut, navigate],
  )

  const value = useMemo<EditorValue>(() => {
    const back = () => (losesOnCancel(instance) ? setAsking(true) : editor.move(cancelScreen))
    return {
      editor,
      layout,
      state,
      instance,
      shown,
      updateLabel,
      rules,
      isInTool,
      setInTool,
      slot,
      act,
      announce,
      say,
      onWindowChange: onWindow,
      goTo,
      finish: ways && (() => ways.onDone(savedDesignOf(instance), shown)),
      saveState: ways?.kept,
      nameOf: (one) => slotName(t, one),
      leave: () => (losesOnCancel(instance) ? setAsking(true) : go()),
      done() {
        setClosing(true)
        setTimeout(() => {
          setClosing(false)
          editor.move(closeScreen)
        }, closeDelay)
      },
      cancel: back,
    }
  }, [
    editor,
    layout,
    state,
    instance,
    shown,
    updateLabel,
    rules,
    isInTool,
    slot,
    act,
    say,
    goTo,
    announce,
    t,
    go,
    ways,
  ])

  useEffect(() => {
    if (!ways?.way) return
    ways.way.current = {
      leave() {
        value.leave()
        return losesOnCancel(instance)
      },
      loses: () => instance.dirty,
    }
  })

  const runs = useKeyRuns()
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.target as Element).closest('dialog')) return
    if (event.key === 'Escape' && instance.menu !== 'main') {
      // The question that this may open must not be closed by the same key.
      event.preventDefault()
      return value.cancel()
    }
    const found = ownsKeys(event, event.target) ? undefined : actionOfKey(event, instance.menu)
    if (!found) return
    event.preventDefault()
    const input = { fullId: instance.currentResource ?? '', ...found.input }
    if (perform(instance, found.action, input) !== instance) act(found.action, input, runs(found.action.name))
  }

  return (
    <EditorContext.Provider value={value}>
      <section
        ref={frame}
        className="pk-editor"
        data-menu={instance.menu}
        data-layout={layout}
        data-closing={closing || undefined}
        aria-label={t('editor.label', { name: inLanguage(instance.definition.names, language) })}
        onKeyDown={press}
      >
        <TopBar />
        {slot && instance.menu === 'image' ? <PinchHint slot={slot} /> : null}
        <Canvas />
        <div className="pk-editor-side">
          {settings.options.allowOwnPhotos ? (
            <LazyUploadStatus announce={announce} onClosed={holdFocus} onWindow={onWindow} />
          ) : null}
          <SaveProblem />
          {instance.menu === 'main' ? <PartTabs /> : null}
          <Screen />
        </div>
        <p className="pk-unseen" role="status">
          {said.text ? <span key={said.number}>{said.text}</span> : null}
        </p>
        <ConflictQuestion />
        <UnsavedDialog
          open={asking}
          onContinue={() => setAsking(false)}
          onClose={() => {
            setAsking(false)
            if (instance.menu !== 'main') return editor.move(cancelScreen)
            void editor.abandon()
            void stepOut().then(go)
          }}
        />
      </section>
    </EditorContext.Provider>
  )
}

/** What was said last, until another screen comes. The same words again are another thing that is said. */
function useAnnouncement({ menu, currentResource }: EditorInstance, layer: HTMLElement | null) {
  const [said, setSaid] = useState({ text: '', number: 0 })
  const announce = useCallback((text: string) => setSaid(({ number }) => ({ text, number: number + 1 })), [])
  useEffect(() => announce(''), [announce, menu, currentResource])
  useEffect(() => announceInWindow(layer, said.text), [layer, said])
  return { said, announce }
}

/** While a window is open nothing under it is heard: it is said within. */
function announceInWindow(layer: HTMLElement | null, text: string): (() => void) | undefined {
  const window = openWindows(layer).at(-1)
  if (!window || !text) return undefined
  const region = document.createElement('p')
  region.className = 'pk-unseen'
  region.role = 'status'
  window.append(region)
  // Readers say what changes in a region that they know.
  const timer = setTimeout(() => region.append(text), 100)
  return () => {
    clearTimeout(timer)
    region.remove()
  }
}

const fetchLater = async () => (await import('./screens/lazyScreens.ts')).lazyScreens
const fetchUploads = async () => (await fetchLater()).uploads

/** Nobody sees how uploads fare before the first one: its code comes when the page has nothing to do. */
function LazyUploadStatus(props: UploadStatusProps) {
  const { shop } = useRoot()
  const { sending } = useSnapshot(shop.part(createUploads).state)
  const Status = useLazyPart(fetchUploads, { wanted: sending !== 'idle', onFailure: () => undefined })
  return Status ? <Status {...props} /> : null
}

/** What stands beside the canvas, or below it. */
function Screen() {
  const { editor, instance } = useEditor()
  const { menu } = instance
  const isLater = menu === 'year' || menu === 'templates' || menu === 'preview' || menu === 'buy'
  const later = useLazyPart(fetchLater, { wanted: isLater, onFailure: () => editor.move(cancelScreen) })
  if (menu === 'image') return <ImageScreen />
  if (menu === 'text') return <TextScreen />
  if (menu === 'select-image' || menu === 'select-text') {
    return <SelectScreen key={menu} kind={menu === 'select-image' ? 'image' : 'text'} />
  }
  const Later = later?.[isLater ? menu : 'preview']
  return (
    <>
      {menu === 'main' || menu === 'preview' ? <MainScreen /> : null}
      {Later ? <Later /> : null}
      {isLater && menu !== 'preview' && !later ? <div className="pk-tools" aria-busy="true" /> : null}
    </>
  )
}

/** One run of the same key is one step of undo, as long as nobody pauses. */
function useKeyRuns(): (name: string) => string {
  const run = useRef({ name: '', at: 0, number: 0 })
  return (name) => {
    const at = performance.now()
    const goesOn = run.current.name === name && at - run.current.at < 700
    run.current = { name, at, number: run.current.number + (goesOn ? 0 : 1) }
    return `keys ${run.current.number}`
  }
}
