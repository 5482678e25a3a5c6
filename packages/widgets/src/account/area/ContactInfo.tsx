import { useLingui } from '@lingui/react'
import type { User } from '@portraitkit/core/account/contract.ts'
import { phoneFault } from '@portraitkit/core/account/formRules.ts'
import { contactPatterns } from '@portraitkit/core/account/profile/contactPatterns.ts'
import { createProfile } from '@portraitkit/core/account/profile/profileState.ts'
import { asksTownFirst, phoneExample } from '@portraitkit/core/provider/country.ts'
import { UserRound } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../../rootContext.ts'
import { RootLoading } from '../../theme/RootStates.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FieldError } from '../../ui/controls/FieldError.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { SignedOut } from '../../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../../ui/states/useSessionStatus.ts'
import css from './Account.css?inline'
import { areaMessages } from './areaMessages.ts'

/** Name, address and mobile phone of the customer (ACC-2). */
export function ContactInfo() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const { user } = useSnapshot(shop.session.state)
  const signedIn = useSessionStatus()
  if (signedIn === 'signed-out')
    return <SignedOut icon={UserRound} title={t(areaMessages.areaSignIn)} of="myaccount.contactinfo" />
  if (!user) return <RootLoading shape="form" language={language} />
  return (
    <Page width="text" title={t(areaMessages.contactInfo)} back={{ to: 'myaccount', label: t(areaMessages.area) }}>
      <ContactForm user={user as User} key={user.uuid} />
    </Page>
  )
}
ContactInfo.shape = 'form'

type Name = 'name' | 'address' | 'postal_code' | 'city' | 'mobile'
const required: readonly Name[] = ['name', 'address', 'postal_code', 'city', 'mobile']
/** The contract's limits, so that nobody types more than the server accepts. */
const maxLength: Record<Name, number> = { name: 100, address: 200, postal_code: 20, city: 100, mobile: 40 }

function ContactForm({ user }: { user: User }) {
  const { _: t } = useLingui()
  const { shop, settings } = useRoot()
  const profile = shop.part(createProfile)
  const country = settings.locale.country.twoLetterCode
  const { contact } = useSnapshot(profile.state)
  const { address } = user
  const [typed, setTyped] = useState({
    name: user.name,
    address: address.address,
    address2: address.address2,
    postal_code: address.postalCode,
    city: address.city,
    mobile: user.mobilePhone,
  })
  const lefts = {
    name: useTouched(),
    address: useTouched(),
    postal_code: useTouched(),
    city: useTouched(),
    mobile: useTouched(),
  }
  useEffect(() => profile.reset(), [profile])

  const faultOf = (field: Name): string | undefined => {
    if (typed[field].trim() === '') return t(formMessages.required)
    if (field === 'mobile') {
      return phoneFault(typed.mobile) ? t(formMessages.phone, { example: phoneExample(t, country) }) : undefined
    }
    if (contactPatterns[field].test(typed[field].trim())) return undefined
    return t(field === 'name' ? areaMessages.nameFault : areaMessages.markedField)
  }
  const errorOf = (field: Name) =>
    (lefts[field].isTouched ? faultOf(field) : undefined) ??
    (contact.marked.includes(field) ? contact.error || t(areaMessages.markedField) : undefined)
  const valid = required.every((field) => faultOf(field) === undefined)
  const line = (field: Name, label: string, autoComplete: string, type = 'text') => (
    <Field
      key={field}
      label={label}
      type={type}
      value={typed[field]}
      onValue={(value) => setTyped({ ...typed, [field]: value })}
      onBlur={lefts[field].onBlur}
      error={errorOf(field)}
      autoComplete={autoComplete}
      maxLength={maxLength[field]}
      required
    />
  )
  const postalCode = line('postal_code', t(areaMessages.postalCode), 'postal-code')
  const city = line('city', t(areaMessages.city), 'address-level2')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { address2, ...rest } = typed
    if (valid) void profile.save({ ...rest, ...(settings.options.gatherAddress2 && { address2 }) })
  }
  return (
    <form className="pk-form pk-account-form" onSubmit={submit} noValidate>
      {line('name', t(areaMessages.name), 'name')}
      {line('address', t(areaMessages.address), 'street-address')}
      {settings.options.gatherAddress2 ? (
        <Field
          label={t(areaMessages.address2)}
          note={t(formMessages.optional)}
          value={typed.address2}
          onValue={(address2) => setTyped({ ...typed, address2 })}
          autoComplete="address-line2"
        />
      ) : null}
      <div className="pk-account-row" data-first={asksTownFirst(country) ? 'town' : undefined}>
        {asksTownFirst(country) ? [city, postalCode] : [postalCode, city]}
      </div>
      {line('mobile', t(areaMessages.mobile), 'tel', 'tel')}
      {contact.error && contact.marked.length === 0 ? <FieldError>{contact.error}</FieldError> : null}
      {contact.status === 'saved' ? <Notice kind="good" title={t(areaMessages.contactSaved)} /> : null}
      <Button type="submit" kind="primary" width="full" busy={contact.status === 'saving'} disabled={!valid}>
        {t(areaMessages.save)}
      </Button>
    </form>
  )
}
