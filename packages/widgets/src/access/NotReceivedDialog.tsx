import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formMessages } from '../ui/formMessages.ts'
import { messages } from './messages.ts'

/** When and how codes come, and whom to ask. */
export function NotReceivedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT(messages)
  const form = useT(formMessages)
  const { settings } = useRoot()
  const { email } = settings.contactInfo
  return (
    <Dialog open={open} onClose={onClose} title={t('access.notReceived')} closeLabel={form('form.close')}>
      <div className="pk-stack">
        <p>{t('access.notReceivedWhen')}</p>
        <p>{t('access.notReceivedWhere')}</p>
        <p>{t('access.notReceivedAsk', { name: settings.name })}</p>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      </div>
    </Dialog>
  )
}
