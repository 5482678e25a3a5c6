import { useLingui } from '@lingui/react'
import { totalProgress, type UploadFile } from '@portraitkit/core/uploads/queue.ts'
import { createUploads, type UploadsState } from '@portraitkit/core/uploads/state.ts'
import { memo, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { useOnOpenChange } from '../ui/windows/useOnOpenChange.ts'
import { messages } from './messages.ts'
import { UploadFailed } from './UploadFailed.tsx'
import css from './Uploads.css?inline'

export type UploadStatusProps = {
  /** Announces to screen readers. */
  announce: (text: string) => void
  /** The window was closed, by itself or by the customer. */
  onClosed: () => void
  /** A window has opened or closed. */
  onWindow: (isOpen: boolean) => void
}

/**
 * The progress of the uploads, whichever screen the customer has moved on to: a dialog while they are being sent, and another
 * one if not all of them arrived. When it is hidden, the progress is still shown and announced.
 */
export const UploadStatus = memo(function UploadStatus({ announce, onClosed, onWindow }: UploadStatusProps) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const uploads = shop.part(createUploads)
  const state = useSnapshot(uploads.state) as UploadsState
  const { files: now, sending } = state
  // The window keeps its content until it has closed.
  const sent = useRef(now)
  if (now.length > 0) sent.current = now
  const files = sent.current
  const [isHidden, setHidden] = useState(false)
  const done = files.filter(({ status }) => status === 2).length
  const percent = Math.floor(totalProgress(files) * 100)
  const isWhole = sending === 'over' && state.result === true && state.leftOut.length === 0
  const isSending = sending === 'sending'
  const isRetrying = isSending && files.some(isWaiting)
  const quarter = isSending && isHidden ? Math.floor(percent / 25) : 0
  const isOpen = isSending ? !isHidden : sending === 'over' && !isWhole
  useOnOpenChange(isOpen, onWindow)
  const close = () => {
    uploads.dismiss()
    onClosed()
  }
  useWholeOnce(isWhole, () => {
    announce(t(messages.saidDone, { count: done }))
    close()
  })
  useEffect(() => {
    // The announcement about earlier files is over.
    if (isSending) announce('')
    else setHidden(false)
  }, [isSending, announce])
  useEffect(() => {
    if (quarter > 0) announce(t(messages.show, { percent }))
  }, [quarter, announce])
  useEffect(() => {
    if (isRetrying && isHidden) announce(t(messages.retrying))
  }, [isRetrying, isHidden, announce])
  return (
    <>
      {isSending && isHidden ? (
        <div className="pk-upload-on">
          <Button width="full" onClick={() => setHidden(false)}>
            {t(messages.show, { percent })} {isRetrying ? t(messages.retrying) : null}
          </Button>
        </div>
      ) : null}
      <Dialog
        open={isSending && isOpen}
        onClose={() => setHidden(true)}
        title={t(messages.status)}
        closeLabel={t(messages.close)}
        foot={
          <>
            <Button onClick={() => uploads.stop()}>{t(messages.stop)}</Button>
            <Button onClick={() => setHidden(true)}>{t(messages.hide)}</Button>
          </>
        }
      >
        <div className="pk-uploads">
          <div className="pk-upload-total">
            <p role="status">
              {t(messages.count, { done, count: files.length })} {isRetrying ? t(messages.retrying) : null}
            </p>
            <progress aria-label={t(messages.all)} max={100} value={percent} />
          </div>
          <ul className="pk-upload-files">
            {files.map((file) => (
              <FileLine key={file.id} file={file} />
            ))}
          </ul>
        </div>
      </Dialog>
      <UploadFailed state={state} open={!isSending && isOpen} onClose={close} onAgain={() => void uploads.again()} />
    </>
  )
})

function FileLine({ file }: { file: UploadFile }) {
  const { _: t } = useLingui()
  const percent = Math.floor(file.progress * 100)
  return (
    <li data-status={file.status}>
      <span className="pk-upload-name" translate="no">
        {file.name}
      </span>
      <span className="pk-upload-state">{stateOf()}</span>
      <progress aria-label={file.name} max={100} value={file.status === 2 ? 100 : percent} />
    </li>
  )

  function stateOf(): string {
    if (file.status === 2) return t(messages.done)
    if (file.status === -1) return t(messages.failedFile)
    if (isWaiting(file)) return t(messages.retrying)
    if (file.status === 0) return t(messages.queued)
    return percent === 100 ? t(messages.preparing) : t(messages.percent, { percent })
  }
}

const isWaiting = ({ retrying, progress }: UploadFile) => retrying && progress < 0.01

/** Runs once, when everything has arrived. */
function useWholeOnce(isWhole: boolean, then: () => void): void {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => {
    if (isWhole) latest.current()
  }, [isWhole])
}
