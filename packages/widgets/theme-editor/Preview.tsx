import type { Appearance, Look } from '@portraitkit/core/provider/look.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { onMessageOf, type PreviewReport, type PreviewRequest } from './messages.ts'
import { attributesOf, type Trial } from './trial.ts'

type Props = { provider: string; trial: Trial; appearance: Appearance; paper: Look['colours'] }

/** So many events are listed. */
const MAX_EVENTS = 20

/** The real shop as it is on a page, and what it tells the page. */
export function Preview({ provider, trial, appearance, paper }: Props) {
  const [isPhone, setPhone] = useState(true)
  const [events, setEvents] = useState<readonly string[]>([])
  const [isReady, setReady] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const request = useMemo(() => requestOf(provider, trial, appearance, paper), [provider, trial, appearance, paper])
  useEffect(
    () =>
      onMessageOf<PreviewReport>(
        () => frame.current?.contentWindow,
        (message) => {
          if (message === 'ready') setReady(true)
          else
            setEvents((before) =>
              [`${message.event} ${JSON.stringify(message.detail)}`, ...before].slice(0, MAX_EVENTS),
            )
        },
      ),
    [],
  )
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(request, location.origin)
  }, [isReady, request])
  const reload = () => {
    setReady(false)
    setEvents([])
    frame.current?.contentWindow?.location.replace('./preview.html')
  }
  return (
    <section className="preview" aria-label="Preview">
      <div className="bar">
        <label>
          <input type="checkbox" checked={isPhone} onChange={(event) => setPhone(event.target.checked)} />
          As wide as a phone
        </label>
        <button type="button" onClick={reload}>
          Start again
        </button>
      </div>
      <iframe ref={frame} title={`The element ${trial.tag}`} src="./preview.html" data-phone={isPhone || undefined} />
      <details className="events">
        <summary>Events ({events.length})</summary>
        <ol>
          {events.map((text, index) => (
            <li key={`${events.length - index} ${text}`}>
              <code>{text}</code>
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function requestOf(provider: string, trial: Trial, mode: Appearance, paper: Look['colours']): PreviewRequest {
  const { tag, lang, theme, css } = trial
  const attributes = Object.fromEntries(attributesOf(trial).map(([{ attribute }, value]) => [attribute, value]))
  return {
    provider,
    tag,
    attributes: { ...attributes, ...(lang && { lang }) },
    theme,
    mode,
    css: `body { margin: 0; background: ${paper[mode].paper}; color-scheme: ${mode} }\n${css}`,
  }
}
