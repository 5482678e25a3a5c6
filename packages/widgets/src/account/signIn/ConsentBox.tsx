import { useLingui } from '@lingui/react'
import { Checkbox } from '../../ui/choices/Choice.tsx'
import { consentMessages } from './consentMessages.ts'

/** The consent to mail, if the shop's options ask for it (AUT-6). Its initial value is `acceptMailDefaultOn`. */
export function ConsentBox({ checked, onChecked }: { checked: boolean; onChecked: (checked: boolean) => void }) {
  const { _: t } = useLingui()
  return <Checkbox label={t(consentMessages.acceptMail)} checked={checked} onChecked={onChecked} />
}
