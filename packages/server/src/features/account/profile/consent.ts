import type { Provider } from '../../../platform/provider/document.ts'

/** A customer's consent to mail. `declinedMail`: the customer was asked and said no; if neither is set, nobody has asked yet. */
export type Consent = { acceptMail: boolean; declinedMail: boolean }

type Options = Pick<
  Provider['options'],
  'acceptMailDefaultOn' | 'disableAcceptMailOptionWhenRegisteringUser' | 'disableAcceptMailWhenLoggingIn'
>

/** The consent that an answer expresses. */
export function consentOf(ticked: boolean): Consent {
  return { acceptMail: ticked, declinedMail: !ticked }
}

/** AUT-6: nobody consents without being asked. */
export function consentAtRegistration(ticked: boolean, options: Options): Consent {
  if (options.disableAcceptMailOptionWhenRegisteringUser) return { acceptMail: false, declinedMail: false }
  return consentOf(ticked)
}

/**
 * AUT-6: the box always starts as `acceptMailDefaultOn` says, whatever was answered before. So only a changed box is an answer: a
 * box left unticked withdraws no consent, and a box left ticked gives none that was declined before.
 */
export function consentAtSignIn(consent: Consent, ticked: boolean | undefined, options: Options): Consent {
  if (ticked === undefined || options.disableAcceptMailWhenLoggingIn) return consent
  if (ticked !== options.acceptMailDefaultOn) return consentOf(ticked)
  return ticked && !consent.declinedMail ? consentOf(true) : consent
}
