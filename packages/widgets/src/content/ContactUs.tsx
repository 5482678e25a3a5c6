import { useLingui } from '@lingui/react'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { Mail, MapPin, Phone } from 'lucide-react'
import { useRoot, useStyles } from '../rootContext.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import { Page } from '../ui/page/Page.tsx'
import css from './Content.css?inline'
import { messages } from './messages.ts'

/** The provider's name and contact details (PUB-1). */
export function ContactUs() {
  useStyles(css)
  const { _: t } = useLingui()
  const { name, contactInfo, locale } = useRoot().settings
  const { address, postalCode, city, state, email, phone } = contactInfo
  const lines = [name, address, placeLine(t, locale.country.twoLetterCode, { postalCode, city, state })]
  return (
    <Page width="text" title={t(messages.contactTitle)}>
      <dl className="pk-contact">
        <div>
          <dt>
            <Icon of={MapPin} />
            {t(messages.address)}
          </dt>
          <dd>
            <address>
              {lines.filter(Boolean).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </dd>
        </div>
        {email ? (
          <div>
            <dt>
              <Icon of={Mail} />
              {t(messages.email)}
            </dt>
            <dd>
              <a href={`mailto:${email}`} translate="no">
                {email}
              </a>
            </dd>
          </div>
        ) : null}
        {phone ? (
          <div>
            <dt>
              <Icon of={Phone} />
              {t(messages.phone)}
            </dt>
            <dd>
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </dd>
          </div>
        ) : null}
      </dl>
    </Page>
  )
}
