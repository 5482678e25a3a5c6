import { isAddressProved, type StoredCustomer } from '../collection.ts'

/**
 * Whether an email may contain or open `pictures`. If not, the reason: the account's address is `unproved`; it goes to `another`
 * address than the account's, which nobody can prove; or there is `no-account`.
 */
export type MailAccess = 'pictures' | 'unproved' | 'another' | 'no-account'

/**
 * The one rule for emails that contain pictures or open them: somebody who mistypes an address must not send a child's pictures to
 * a stranger. `account` is the one the email belongs to. An address that the school's roster lists as contact of every child in
 * the email (`isContact`) needs no other proof.
 */
export function mailAccess(
  to: string,
  { account, isContact }: { account: Pick<StoredCustomer, 'email' | 'addressProved'> | null; isContact: boolean },
): MailAccess {
  if (isContact) return 'pictures'
  if (!account) return 'no-account'
  if (account.email !== to.trim().toLowerCase()) return 'another'
  return isAddressProved(account) ? 'pictures' : 'unproved'
}
