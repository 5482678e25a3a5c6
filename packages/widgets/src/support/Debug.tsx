import { MAX_RECORDING_MINUTES } from '@portraitkit/core/support/contract.ts'
import { CircleStop, Video } from 'lucide-react'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
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
  const t = useT(messages)
  const { shop, language } = useRoot()
  const recording = tabRecordingOf(shop)
  const { status, uuid, expires, ended, error } = useSnapshot(recording.state)
  const canRemember = useMemo(remembers, [])
  const isOn = status === 'recording' || status === 'stopping' || status === 'unstopped'
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' })

  if (!canRemember) {
    return (
      <Page width="text" title={t('support.title')}>
        <Notice kind="danger" title={t('support.noCookies')}>
          <p>{t('support.noCookiesWhy')}</p>
        </Notice>
      </Page>
    )
  }
  return (
    <Page width="text" title={t('support.title')} lead={t('support.lead')}>
      {status === 'recording' && expires ? (
        <Notice title={t('support.running', { time: time.format(new Date(expires)) })} />
      ) : null}
      {status === 'unstopped' ? (
        <Notice kind="danger" title={t('support.stopFailed')}>
          <p>{t('support.stopFailedWhy')}</p>
        </Notice>
      ) : null}
      {status === 'idle' && error ? (
        <Notice kind="danger" title={t('support.startFailed')}>
          <p>{error}</p>
        </Notice>
      ) : null}
      {status === 'idle' && ended ? (
        <Notice kind="good" title={t(ended === 'by-time' ? 'support.timeUp' : 'support.stopped')} />
      ) : null}
      {uuid ? (
        <div className="pk-recording-number">
          <p className="pk-soft pk-small">{t('support.number')}</p>
          <p className="pk-recording-uuid">{uuid}</p>
          <p className="pk-soft pk-small">{t('support.numberWhy')}</p>
        </div>
      ) : null}
      <div>
        {isOn ? (
          <Button kind="primary" icon={CircleStop} busy={status === 'stopping'} onClick={() => void recording.stop()}>
            {t('support.stop')}
          </Button>
        ) : (
          <Button kind="primary" icon={Video} busy={status === 'starting'} onClick={() => void recording.start()}>
            {t('support.start')}
          </Button>
        )}
      </div>
      <section className="pk-card pk-stack">
        <h2>{t('support.seesTitle')}</h2>
        <p>{t('support.sees')}</p>
        <p>{t('support.notSees')}</p>
        <p>{t('support.endsByItself', { minutes: MAX_RECORDING_MINUTES })}</p>
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
