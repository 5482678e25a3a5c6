import { useLingui } from '@lingui/react'
import { account } from '@portraitkit/core/account/contract.ts'
import { ChevronDown, Globe } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { useSnapshot } from 'valtio'
import { pickLanguage } from '../pageShops.ts'
import { useRoot } from '../rootContext.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import { messages } from './messages.ts'

/** The languages that the provider offers, in their own names. A choice takes effect at once and is remembered. */
export function LanguagePicker() {
  const { _: t } = useLingui()
  const { settings, shop, page } = useRoot()
  const { user } = useSnapshot(shop.session.state)
  const { language } = useSnapshot(shop.locale)
  const { languages } = settings.locale
  if (languages.length < 2) return null
  const pick = (next: string) => {
    pickLanguage(page, next)
    // Also stored with the account, for the next device; the change here does not wait for it.
    if (user) shop.call(account.patch, { lang: next }).catch(() => undefined)
  }
  return (
    <label className="pk-shop-language">
      <Icon of={Globe} size={20} />
      <span className="pk-unseen">{t(messages.language)}</span>
      <select value={language} onChange={(event: ChangeEvent<HTMLSelectElement>) => pick(event.target.value)}>
        {languages.map(({ name, long }) => (
          <option key={long} value={long} lang={long}>
            {name}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={16} />
    </label>
  )
}
