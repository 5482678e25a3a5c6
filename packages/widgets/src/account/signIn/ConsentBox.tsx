import { useT } from '../../locales/useT.ts'
import { Checkbox } from '../../ui/choices/Choice.tsx'
import { consentMessages } from './consentMessages.ts'

/** The consent to mail, if the shop's options ask for it (AUT-6). Its initial value is `acceptMailDefaultOn`. */
export function ConsentBox({ checked, onChecked }: { checked: boolean; onChecked: (checked: boolean) => void }) {
  const t = useT(consentMessages)
  return <Checkbox label={t('consent.acceptMail')} checked={checked} onChecked={onChecked} />
}
