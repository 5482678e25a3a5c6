import { useT } from '../../locales/useT.ts'
import { messages } from '../messages.ts'

const lines = [
  'editor.keysPan',
  'editor.keysZoom',
  'editor.keysRotate',
  'editor.keysEffect',
  'editor.keysUndo',
  'editor.keysEscape',
] as const

/** Lists the editor's keys, on devices with a keyboard. */
export function KeyboardHelp() {
  const t = useT(messages)
  return (
    <details className="pk-keyboard">
      <summary className="pk-small">{t('editor.keys')}</summary>
      <ul className="pk-small pk-soft">
        {lines.map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
    </details>
  )
}
