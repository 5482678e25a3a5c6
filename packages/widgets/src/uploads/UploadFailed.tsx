import { useLingui } from '@lingui/react'
import type { UploadFile } from '@portraitkit/core/uploads/queue.ts'
import type { UploadsState } from '@portraitkit/core/uploads/state.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { messages } from './messages.ts'

/** The reasons that have a text of the shop in every language. */
const words = {
  'uploads.too_large': messages.tooLarge,
  'uploads.too_many_pixels': messages.tooManyPixels,
  'uploads.heic': messages.heic,
  'uploads.format': messages.format,
  'uploads.broken': messages.broken,
  'uploads.full': messages.full,
} as const

/** The file is not to blame: the connection was lost, or nobody is signed in any more. */
const isOurFault = ({ refusal }: UploadFile) => refusal === null || !Object.hasOwn(words, refusal.reason)

type UploadFailedProps = { state: UploadsState; open: boolean; onClose: () => void; onAgain: () => void }

/**
 * The files that did not arrive: because of the connection, which can be retried, or because they cannot be used, with the
 * reason.
 */
export function UploadFailed({ state, open, onClose, onAgain }: UploadFailedProps) {
  const { _: t } = useLingui()
  const failed = state.files.filter(({ status }) => status === -1)
  const lost = failed.filter(({ refusal }) => refusal === null)
  const refused = [
    ...failed.flatMap(({ id, name, refusal }) => (refusal ? [{ id: `${id}`, name, reason: textOf(refusal) }] : [])),
    ...state.leftOut.map((name, index) => ({ id: `out${index}`, name, reason: leftOutReason(name) })),
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(failed.some(isOurFault) ? messages.failed : messages.refused)}
      closeLabel={t(messages.close)}
      foot={
        <>
          {lost.length > 0 ? <Button onClick={onAgain}>{t(messages.again)}</Button> : null}
          <Button kind="primary" onClick={onClose}>
            {t(messages.ok)}
          </Button>
        </>
      }
    >
      <div className="pk-uploads" role="alert">
        {lost.length > 0 ? (
          <>
            <p>{t(messages.connection)}</p>
            <p>{t(messages.checkConnection)}</p>
            <ul className="pk-upload-files">
              {lost.map(({ id, name }) => (
                <li key={id}>
                  <span className="pk-upload-name" translate="no">
                    {name}
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {refused.length > 0 ? (
          <ul className="pk-upload-files">
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                <span className="pk-upload-name" translate="no">
                  {name}
                </span>
                <span className="pk-upload-why">{reason}</span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  )

  function textOf({ reason, text }: NonNullable<UploadFile['refusal']>): string {
    const known = words[reason as keyof typeof words]
    return known ? t(known) : text
  }

  /** Not every browser can read an HEIC file. */
  function leftOutReason(name: string): string {
    return t(/\.hei[cf]$/i.test(name) ? messages.heic : messages.noPicture)
  }
}
