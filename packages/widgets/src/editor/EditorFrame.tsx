import { useLingui } from '@lingui/react'
import { type EditorInstance, slotOf } from '@portraitkit/core/editor/design/instance.ts'
import { cancelScreen, closeScreen, losesOnCancel } from '@portraitkit/core/editor/design/screens.ts'
import { savedDesignOf } from '@portraitkit/core/editor/design/withheldPictures.ts'
import type { EditorState } from '@portraitkit/core/editor/editorState.ts'
import type { Editor } from '@portraitkit/core/editor/state.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useRoot } from '../rootContext.ts'
import { PartTabs } from './frame/PartTabs.tsx'
import { slotName } from './frame/slotName.ts'
import { TopBar } from './frame/TopBar.tsx'
import { useAnnouncement } from './frame/useAnnouncement.ts'
import { useEditorActions } from './frame/useEditorActions.ts'
import { useEditorBack } from './frame/useEditorBack.ts'
import { useEditorKeys } from './frame/useEditorKeys.ts'
import { useFocusFallback, useFullScreen, useScreenFocus } from './frame/useFullScreen.ts'
import { useItemExit } from './frame/useItemExit.ts'
import { useLeaveEditor } from './frame/useLeaveEditor.ts'
import type { ItemCallbacks } from './itemContext.ts'
import { messages } from './messages.ts'
import { ConflictQuestion } from './saving/ConflictQuestion.tsx'
import { SaveProblem } from './saving/SaveProblem.tsx'
import { UnsavedDialog } from './saving/UnsavedDialog.tsx'
import { CurrentScreen, LazyUploadStatus } from './screens/CurrentScreen.tsx'
import { Canvas } from './stage/Canvas.tsx'
import { PinchHint } from './stage/PinchHint.tsx'
import { EditorContext, type EditorRules, type EditorValue } from './useEditor.ts'

type FrameProps = {
  editor: Editor
  state: EditorState
  instance: EditorInstance
  shownScene: ShownScene
  updateLabel: string | undefined
  rules: EditorRules
  /** Set if another page stores the design: how to leave, with and without the changes. */
  ways?: ItemCallbacks | undefined
}

// 001 §4: after Done, the editor returns to main after 300 ms
const closeDelay = 300

/**
 * The editor's layout: bar, canvas, pages, tools. On a phone it fills the screen, on a desktop the tools are next to the
 * canvas.
 */
export function EditorFrame({ editor, state, instance, shownScene, updateLabel, rules, ways }: FrameProps) {
  const { _: t } = useLingui()
  const { language, navigate, settings, layer } = useRoot()
  const frame = useRef<HTMLElement>(null)
  const [closing, setClosing] = useState(false)
  const [windows, setWindows] = useState(0)
  const onWindow = useCallback((isOpen: boolean) => setWindows((count) => count + (isOpen ? 1 : -1)), [])
  const { announcement, announce } = useAnnouncement(instance, layer)
  const layout = useFullScreen(frame)
  useScreenFocus(frame, instance)
  const holdFocus = useFocusFallback(frame)
  const slot = instance.currentResource ? slotOf(instance.definition, instance.currentResource, language) : undefined
  const [isInTool, setInTool] = useState(false)
  const leaveFor = useLeaveEditor(instance, state.origin)
  const go = ways?.onClose ?? leaveFor

  const { say, act } = useEditorActions(editor, announce)
  const { asking, setAsking, stepOut } = useEditorBack(editor, state, instance, windows)
  const goTo = useCallback<EditorValue['goTo']>(
    async ({ name, params }) => {
      await stepOut()
      navigate(name, params)
    },
    [stepOut, navigate],
  )

  const value = useMemo<EditorValue>(() => {
    return {
      editor,
      layout,
      state,
      instance,
      shownScene,
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
      finish: ways && (() => ways.onDone(savedDesignOf(instance), shownScene)),
      saveState: ways?.saveState,
      nameOf: (one) => slotName(t, one),
      leave: () => (losesOnCancel(instance) ? setAsking(true) : go()),
      done() {
        setClosing(true)
        setTimeout(() => {
          setClosing(false)
          editor.move(closeScreen)
        }, closeDelay)
      },
      cancel: () => (losesOnCancel(instance) ? setAsking(true) : editor.move(cancelScreen)),
    }
  }, [
    editor,
    layout,
    state,
    instance,
    shownScene,
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

  useItemExit(ways, value.leave, instance)
  const press = useEditorKeys(value)

  return (
    <EditorContext.Provider value={value}>
      <section
        ref={frame}
        className="pk-editor"
        data-menu={instance.menu}
        data-layout={layout}
        data-closing={closing || undefined}
        aria-label={t(messages.label, { name: inLanguage(instance.definition.names, language) })}
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
          <CurrentScreen />
        </div>
        <p className="pk-unseen" role="status">
          {announcement.text ? <span key={announcement.number}>{announcement.text}</span> : null}
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
