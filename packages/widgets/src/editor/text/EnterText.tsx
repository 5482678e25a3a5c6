import { useLingui } from '@lingui/react'
import { type Slot, textOf } from '@portraitkit/core/editor/design/instance.ts'
import { MAX_TEXT_LENGTH } from '@portraitkit/core/template/cleanText.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../ui/page/Notice.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** The field of a text. The card shows what is typed at once; leaving the field trims it. */
export function EnterText({ slot }: { slot: Slot & { kind: 'text' } }) {
  const { _: t } = useLingui()
  const { editor, instance, state, shownScene, nameOf } = useEditor()
  const { fullId } = slot
  const stored = textOf(instance.content, fullId)?.text ?? generatedText(shownScene, fullId)
  const [typed, setTyped] = useState(stored)
  const field = useRef<HTMLTextAreaElement>(null)
  const isFocused = useRef(false)
  useEffect(() => {
    // Undo and Cancel change the text from outside; while typing, the field decides.
    if (!isFocused.current) setTyped(stored)
  }, [stored])
  useEffect(() => {
    // 001 §4: focus goes to the input if the text is empty
    if (stored === '') field.current?.focus()
  }, [])
  return (
    <>
      <textarea
        ref={field}
        className="pk-input"
        rows={2}
        aria-label={`${t(messages.enterText)}: ${nameOf(slot)}`}
        value={typed}
        maxLength={MAX_TEXT_LENGTH}
        onFocus={() => {
          isFocused.current = true
        }}
        onChange={(event) => {
          setTyped(event.target.value)
          void editor.texts.type(fullId, event.target.value)
        }}
        onBlur={() => {
          isFocused.current = false
          void editor.texts.leave(fullId)
          setTyped((before) => textOf(editor.state.instance?.content ?? instance.content, fullId)?.text ?? before)
        }}
      />
      {state.fonts === 'failed' && !state.unset ? <Notice kind="danger">{t(messages.fontsFailed)}</Notice> : null}
    </>
  )
}

/** The text that the template itself generates if nobody has typed one, such as the year. */
function generatedText({ scene }: ShownScene, fullId: string): string {
  const node = scene.parts.flatMap(({ nodes }) => nodes).find((one) => one.kind === 'glyphs' && one.id === fullId)
  return node?.kind === 'glyphs' ? node.text : ''
}
