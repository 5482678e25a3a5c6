import { useLingui } from '@lingui/react'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { useRoot } from '../rootContext.ts'
import { messages } from './messages.ts'

/** The provider's name and contact details. */
export function Footer() {
  const { _: t } = useLingui()
  const { name, contactInfo, locale } = useRoot().settings
  const { email, phone, address } = contactInfo
  return (
    <footer className="pk-shop-footer" part="footer">
      <div className="pk-shop-footer-inner">
        <p>
          <strong>{name}</strong>
          <br />
          {[address, placeLine(t, locale.country.twoLetterCode, contactInfo)].filter(Boolean).join(', ')}
        </p>
        <p>
          {t(messages.contact)}
          <br />
          <a href={`mailto:${email}`} translate="no">
            {email}
          </a>
          {phone ? (
            <>
              {' · '}
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </>
          ) : null}
        </p>
      </div>
    </footer>
  )
}
