import type { Provider } from '../../platform/provider/document.ts'

/** A customer's consent to mail. `declinedMail`: asked, and the answer was no; else nobody has asked yet. */
export type Consent = { acceptMail: boolean; declinedMail: boolean }

type Options = Pick<
  Provider['options'],
  'acceptMailDefaultOn' | 'disableAcceptMailOptionWhenRegisteringUser' | 'disableAcceptMailWhenLoggingIn'
>

/** What somebody said who was asked. */
export function answered(ticked: boolean): Consent {
  return { acceptMail: ticked, declinedMail: !ticked }
}

/** AUT-6: nobody consents to what was not asked. */
export function consentAtRegistration(ticked: boolean, options: Options): Consent {
  if (options.disableAcceptMailOptionWhenRegisteringUser) return { acceptMail: false, declinedMail: false }
  return answered(ticked)
}

/**
 * AUT-6: the box stands as `acceptMailDefaultOn` says, whatever was answered before. So only a box that was changed is an
 * answer of its own. One that was left unticked takes no consent back, and one that was left ticked gives none that was
 * declined before.
 */
export function consentAtSignIn(stored: Consent, ticked: boolean | undefined, options: Options): Consent {
  if (ticked === undefined || options.disableAcceptMailWhenLoggingIn) return stored
  if (ticked !== options.acceptMailDefaultOn) return answered(ticked)
  return ticked && !stored.declinedMail ? answered(true) : stored
}
