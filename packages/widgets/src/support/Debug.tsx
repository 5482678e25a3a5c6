import { useLingui } from '@lingui/react'
import { MAX_RECORDING_MINUTES } from '@portraitkit/core/support/contract.ts'
import { CircleStop, Video } from 'lucide-react'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import css from './Debug.css?inline'
import { messages } from './messages.ts'
import { tabRecordingOf } from './tabRecording.ts'

/** Starts and stops a recording of this browser session for support (PUB-6). */
export function Debug() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const recording = tabRecordingOf(shop)
  const { status, uuid, expires, ended, error } = useSnapshot(recording.state)
  const canRemember = useMemo(remembers, [])
  const isOn = status === 'recording' || status === 'stopping' || status === 'unstopped'
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' })

  if (!canRemember) {
    return (
      <Page width="text" title={t(messages.title)}>
        <Notice kind="danger" title={t(messages.noCookies)}>
          <p>{t(messages.noCookiesWhy)}</p>
        </Notice>
      </Page>
    )
  }
  return (
    <Page width="text" title={t(messages.title)} lead={t(messages.lead)}>
      {status === 'recording' && expires ? (
        <Notice title={t(messages.running, { time: time.format(new Date(expires)) })} />
      ) : null}
      {status === 'unstopped' ? (
        <Notice kind="danger" title={t(messages.stopFailed)}>
          <p>{t(messages.stopFailedWhy)}</p>
        </Notice>
      ) : null}
      {status === 'idle' && error ? (
        <Notice kind="danger" title={t(messages.startFailed)}>
          <p>{error}</p>
        </Notice>
      ) : null}
      {status === 'idle' && ended ? (
        <Notice kind="good" title={t(ended === 'by-time' ? messages.timeUp : messages.stopped)} />
      ) : null}
      {uuid ? (
        <div className="pk-recording-number">
          <p className="pk-soft pk-small">{t(messages.number)}</p>
          <p className="pk-recording-uuid">{uuid}</p>
          <p className="pk-soft pk-small">{t(messages.numberWhy)}</p>
        </div>
      ) : null}
      <div>
        {isOn ? (
          <Button kind="primary" icon={CircleStop} busy={status === 'stopping'} onClick={() => void recording.stop()}>
            {t(messages.stop)}
          </Button>
        ) : (
          <Button kind="primary" icon={Video} busy={status === 'starting'} onClick={() => void recording.start()}>
            {t(messages.start)}
          </Button>
        )}
      </div>
      <section className="pk-card pk-stack">
        <h2>{t(messages.seesTitle)}</h2>
        <p>{t(messages.sees)}</p>
        <p>{t(messages.notSees)}</p>
        <p>{t(messages.endsByItself, { minutes: MAX_RECORDING_MINUTES })}</p>
      </section>
    </Page>
  )
}

/** Whether this browser lets a page store something for the next one. */
function remembers(): boolean {
  try {
    return navigator.cookieEnabled && globalThis.sessionStorage !== undefined
  } catch {
    return false
  }
}
