import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { holdersOf } from '../access/grants.ts'
import { type MailAccess, mailAccess } from '../account/address/mailAccess.ts'
import { customersOf, type StoredCustomer } from '../account/collection.ts'
import type { Subject } from '../jobs/collection.ts'
import { contactAddresses, isRemovedAddress } from '../jobs/contact.ts'

/** A recipient of emails about the pictures of one or several subjects of a job. */
export type Family = {
  /** Lower case. */
  email: string
  /** One of the provider's. */
  language: string
  /** The uuid of the customer with this address, if there is one. */
  customer: string | null
  subjects: FamilySubject[]
}

export type FamilySubject = {
  uuid: string
  name: string
  /** Whether the customer already has the picture set in the account; otherwise a code opens it. */
  inAccount: boolean
  /** Whether the emails to this family may link to the pictures. */
  access: MailAccess
}

/**
 * The families of a job: each contact of the roster, and each customer who already has a picture set of the job. A contact who is
 * also a customer is one family, with all of its subjects.
 */
export async function familiesOf(app: App, provider: Provider, subjects: readonly Subject[]): Promise<Family[]> {
  const byUuid = new Map(subjects.map((subject) => [subject.uuid, subject]))
  const holders = await holdersOf(app, provider, [...byUuid.keys()])
  const contacts = new Set(subjects.flatMap(contactAddresses))
  const customers = await findCustomers(
    app,
    provider,
    [...new Set(holders.map(({ customer }) => customer))],
    [...contacts],
  )
  const byId = new Map(customers.map((customer) => [customer._id, customer]))
  const byEmail = new Map(customers.map((customer) => [customer.email, customer]))
  const families = new Map<string, Family>()
  const familyOf = (email: string): Family => {
    const known = families.get(email)
    if (known) return known
    const customer = byEmail.get(email)
    const family = { email, language: languageOf(provider, customer), customer: customer?._id ?? null, subjects: [] }
    families.set(email, family)
    return family
  }
  for (const { customer, subject } of holders) {
    const [holder, grantedSubject] = [byId.get(customer), byUuid.get(subject)]
    if (holder && grantedSubject && !isRemovedAddress(grantedSubject, holder.email))
      familyOf(holder.email).subjects.push({
        uuid: grantedSubject.uuid,
        name: grantedSubject.name,
        inAccount: true,
        access: mailAccess(holder.email, {
          account: holder,
          isContact: contactAddresses(grantedSubject).includes(holder.email),
        }),
      })
  }
  for (const subject of subjects) {
    for (const family of contactAddresses(subject).map(familyOf)) {
      if (family.subjects.some(({ uuid }) => uuid === subject.uuid)) continue
      const access = mailAccess(family.email, { account: null, isContact: true })
      family.subjects.push({ uuid: subject.uuid, name: subject.name, inAccount: false, access })
    }
  }
  const order = new Map(subjects.map(({ uuid }, index) => [uuid, index]))
  const placeOf = ({ uuid }: FamilySubject) => order.get(uuid) ?? 0
  for (const family of families.values()) family.subjects.sort((one, other) => placeOf(one) - placeOf(other))
  return [...families.values()]
}

async function findCustomers(
  app: App,
  provider: Provider,
  uuids: readonly string[],
  emails: readonly string[],
): Promise<StoredCustomer[]> {
  const customers = customersOf(app, provider)
  const [holders, contacts] = await Promise.all([
    customers.find({ _id: { $in: [...uuids] } }).toArray(),
    customers.find({ email: { $in: [...emails] } }).toArray(),
  ])
  return [...holders, ...contacts]
}

function languageOf({ languages, defaultLanguage }: Provider, customer: StoredCustomer | undefined): string {
  const own = customer?.language
  return own !== undefined && languages.some(({ long }) => long === own) ? own : defaultLanguage
}

/**
 * A link in an email: the sets that it opens by name and uuid, and its code, if it has one. Without a path there is no link: the email may only
 * say that the sets are in the account.
 */
export type FamilyLink = { names: string[]; subjects: string[]; path: string | null; code: string | null }

/**
 * The links to these pictures: to the picture set if the customer has it, else with a code. A code that opens several of the
 * family's subjects is one link; codes that open nobody else's are preferred.
 */
export function linksOf(
  subjects: readonly FamilySubject[],
  codes: ReadonlyArray<{ code: string; subjects: readonly string[] }>,
): FamilyLink[] {
  const own = new Set(subjects.map(({ uuid }) => uuid))
  const strangers = (opened: readonly string[]) => opened.filter((uuid) => !own.has(uuid)).length
  const linked = new Set<string>()
  return subjects.flatMap(({ uuid, name, inAccount, access }): FamilyLink[] => {
    const path = access === 'pictures' ? `/my-account/picture-sets/${uuid}` : null
    if (inAccount) return [{ names: [name], subjects: [uuid], path, code: null }]
    if (linked.has(uuid)) return []
    const fitting = codes.filter((each) => each.subjects.includes(uuid))
    const [best] = fitting.toSorted(
      (one, other) =>
        strangers(one.subjects) - strangers(other.subjects) || other.subjects.length - one.subjects.length,
    )
    if (!best) return []
    const opened = subjects.filter(
      (each) => !each.inAccount && best.subjects.includes(each.uuid) && !linked.has(each.uuid),
    )
    for (const each of opened) linked.add(each.uuid)
    return [
      {
        names: opened.map((each) => each.name),
        subjects: opened.map((each) => each.uuid),
        path: `/c/${encodeURIComponent(best.code)}`,
        code: best.code,
      },
    ]
  })
}
