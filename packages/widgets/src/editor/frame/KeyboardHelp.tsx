import { useLingui } from '@lingui/react'
import { messages } from '../messages.ts'

const lines = [
  messages.keysPan,
  messages.keysZoom,
  messages.keysRotate,
  messages.keysEffect,
  messages.keysUndo,
  messages.keysEscape,
] as const

/** Lists the editor's keys, on devices with a keyboard. */
export function KeyboardHelp() {
  const { _: t } = useLingui()
  return (
    <details className="pk-keyboard">
      <summary className="pk-small">{t(messages.keys)}</summary>
      <ul className="pk-small pk-soft">
        {lines.map((line) => (
          <li key={line.id}>{t(line)}</li>
        ))}
      </ul>
    </details>
  )
}
