import { useLingui } from '@lingui/react'
import { restoreText } from '@portraitkit/core/editor/actions/restoreText.ts'
import { type Slot, textOf } from '@portraitkit/core/editor/design/instance.ts'
import type { TextResource } from '@portraitkit/core/template/design.ts'
import { AArrowUp, AlignCenter, type LucideIcon, Palette, PencilLine, TypeOutline } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Tool } from '../frame/Tool.tsx'
import { messages } from '../messages.ts'
import { Warnings } from '../stage/Warnings.tsx'
import { EnterText } from '../text/EnterText.tsx'
import { AlignTool, ColorTool, FontTool, SizeTool } from '../text/TextTools.tsx'
import { useEditor } from '../useEditor.ts'

type ToolName = 'enterText' | 'font' | 'align' | 'size' | 'color'
const tools: [ToolName, LucideIcon][] = [
  ['enterText', PencilLine],
  ['font', TypeOutline],
  ['align', AlignCenter],
  ['size', AArrowUp],
  ['color', Palette],
]

/** The text of one slot. Each of its four style tools has its own Cancel and Done. */
export function TextScreen() {
  const { _: t } = useLingui()
  const { editor, instance, slot, act, setInTool } = useEditor()
  const [tool, setTool] = useState<ToolName>('enterText')
  const [before, setBefore] = useState<TextResource | null>(null)
  const fullId = slot?.fullId ?? ''
  useEffect(() => void editor.texts.open(fullId), [editor, fullId])
  const screen = useFocusOfTool(tool)
  // Before painting: otherwise there would briefly be two Cancels and two Dones.
  useLayoutEffect(() => {
    setInTool(tool !== 'enterText')
    return () => setInTool(false)
  }, [tool, setInTool])
  if (slot?.kind !== 'text') return null
  const open = (name: ToolName) => {
    setBefore(textOf(instance.content, fullId))
    setTool(name)
  }
  const restore = () => {
    act(restoreText, { fullId, resource: before })
    setTool('enterText')
  }
  /** Escape in a tool leaves the tool, not the text screen. */
  const leaveTool = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || tool === 'enterText') return
    event.preventDefault()
    restore()
  }
  return (
    <section className="pk-tools" data-screen="text" ref={screen} aria-label={t(messages.text)} onKeyDown={leaveTool}>
      <div className="pk-text-tool">
        {tool === 'enterText' ? <EnterText key={fullId} slot={slot} /> : <LookTool tool={tool} slot={slot} />}
        <Warnings />
      </div>
      {tool === 'enterText' ? (
        <fieldset className="pk-tools-row" aria-label={t(messages.textTools)}>
          {tools.map(([name, icon]) => (
            <Tool
              key={name}
              name={name}
              icon={icon}
              label={t(messages[name])}
              pressed={tool === name}
              onUse={() => open(name)}
            />
          ))}
        </fieldset>
      ) : (
        <div className="pk-text-decide">
          <Button onClick={restore}>{t(messages.cancel)}</Button>
          <strong>{t(messages[tool])}</strong>
          <Button kind="primary" onClick={() => setTool('enterText')}>
            {t(messages.done)}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Moves the focus into a tool when it opens, and back to the element that opened it. */
function useFocusOfTool(tool: ToolName): RefObject<HTMLDivElement | null> {
  const screen = useRef<HTMLDivElement>(null)
  const was = useRef(tool)
  useEffect(() => {
    const from = was.current
    was.current = tool
    if (from === tool) return
    const inTool = screen.current?.querySelector<HTMLElement>('.pk-text-tool :is([aria-pressed="true"], input)')
    const opener = screen.current?.querySelector<HTMLElement>(`[data-tool="${from}"]`)
    const goal = tool === 'enterText' ? opener : inTool
    goal?.focus({ preventScroll: tool === 'enterText' })
  }, [tool])
  return screen
}

function LookTool({ tool, slot }: { tool: Exclude<ToolName, 'enterText'>; slot: Slot & { kind: 'text' } }) {
  if (tool === 'font') return <FontTool slot={slot} />
  if (tool === 'align') return <AlignTool slot={slot} />
  return tool === 'size' ? <SizeTool slot={slot} /> : <ColorTool slot={slot} />
}
