import { randomUUID } from 'node:crypto'
import type { User } from '@portraitkit/core/account/contract.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import type { Collection, Customer } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { hashPassword } from './passwordHash.ts'

/** A customer of one provider; the same person at another provider is another customer. */
export type StoredCustomer = {
  /** The customer's uuid. */
  _id: string
  provider: string
  /** Lower case. */
  email: string
  /** See `hashPassword`. */
  password: string
  name: string
  /** E.164. */
  mobile: string
  address: User['address']
  acceptMail: boolean
  /** The customer was asked for consent to emails and declined; see `consent.ts`. */
  declinedMail: boolean
  language: string
  created: Date
  /**
   * When somebody returned a secret that only an email to this address contained: a link or a code. Anybody can register with any
   * address: before that, it does not prove who the customer is. See `provedAddress.ts`.
   */
  addressProved?: Date
  /** What stands for the account in records that stay: set once its deletion has begun. */
  standIn?: string
}

/** All account data: customers, their sessions and keys, and what operators did on their behalf. */
export const accountCollections: Collection[] = [
  { name: 'customers', indexes: [{ key: { provider: 1, email: 1 }, options: { unique: true } }] },
  {
    name: 'sessions',
    indexes: [
      { key: { provider: 1, 'customer.uuid': 1 } },
      { key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
    ],
  },
  {
    name: 'confirmationCodes',
    indexes: [{ key: { provider: 1, customer: 1 } }, { key: { expires: 1 }, options: { expireAfterSeconds: 0 } }],
  },
  { name: 'nonces', isImpersonal: true, indexes: [{ key: { expires: 1 }, options: { expireAfterSeconds: 0 } }] },
  { name: 'operatorActs', indexes: [{ key: { provider: 1, customer: 1, time: -1 } }] },
  {
    name: 'resetKeys',
    indexes: [
      { key: { provider: 1, hash: 1 }, options: { unique: true } },
      { key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
    ],
  },
  {
    name: 'addressKeys',
    indexes: [
      { key: { provider: 1, hash: 1 }, options: { unique: true } },
      { key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
    ],
  },
]

export function customersOf(app: App, provider: Pick<Provider, 'key'>): ProviderCollection<StoredCustomer> {
  return providerCollection<StoredCustomer>(app, 'customers', provider.key)
}

/** A random id that stands for an account whose deletion has begun, the same if that is repeated; null if the account is deleted. */
export async function findStandIn(app: App, owner: { provider: string; uuid: string }): Promise<string | null> {
  const customers = customersOf(app, { key: owner.provider })
  await customers.updateOne({ _id: owner.uuid, standIn: { $exists: false } }, { $set: { standIn: randomUUID() } })
  return (await customers.findOne({ _id: owner.uuid }, { projection: { standIn: 1 } }))?.standIn ?? null
}

export type NewCustomer = {
  email: string
  password: string
  /** E.164. */
  mobile: string
  acceptMail: boolean
  declinedMail?: boolean
  language: string
  name?: string
  address?: User['address']
  addressProved?: Date
}

/** Creates a customer. Returns null if somebody already uses this email address. */
export async function createCustomer(
  app: App,
  provider: Provider,
  newCustomer: NewCustomer,
): Promise<StoredCustomer | null> {
  const { password, ...customer } = newCustomer
  return storeCustomer(app, provider, customer, await hashPassword(password))
}

/** Like `createCustomer`, with a password hash in any form that `isPassword` reads. */
export async function storeCustomer(
  app: App,
  provider: Provider,
  newCustomer: Omit<NewCustomer, 'password'>,
  passwordHash: string,
): Promise<StoredCustomer | null> {
  const customer: StoredCustomer = {
    _id: randomUUID(),
    provider: provider.key,
    email: newCustomer.email.trim().toLowerCase(),
    password: passwordHash,
    name: newCustomer.name ?? '',
    mobile: newCustomer.mobile,
    address: newCustomer.address ?? { address: '', address2: '', postalCode: '', city: '', state: '' },
    acceptMail: newCustomer.acceptMail,
    declinedMail: newCustomer.declinedMail ?? false,
    language: newCustomer.language,
    created: app.clock(),
    ...(newCustomer.addressProved && { addressProved: newCustomer.addressProved }),
  }
  try {
    await customersOf(app, provider).insertOne(customer)
    return customer
  } catch (error) {
    if (isDuplicate(error)) return null
    throw error
  }
}

export async function findCustomerByEmail(app: App, provider: Provider, email: string): Promise<StoredCustomer | null> {
  return customersOf(app, provider).findOne({ email: email.trim().toLowerCase() })
}

/** Whether somebody has proved that they read the emails to the customer's address. */
export function isAddressProved({ addressProved }: Pick<StoredCustomer, 'addressProved'>): boolean {
  return addressProved !== undefined
}

/** The customer as the contract shows a user. */
export async function findUser(app: App, provider: Provider, customer: Customer): Promise<User | null> {
  const stored = await customersOf(app, provider).findOne({ _id: customer.uuid })
  return stored && userOf(stored, customer.isSimulated)
}

/** 000 §3 User. */
export function userOf(customer: StoredCustomer, isSimulated = false): User {
  return {
    uuid: customer._id,
    name: customer.name,
    emailAddress: customer.email,
    mobilePhone: customer.mobile,
    address: customer.address,
    acceptMail: customer.acceptMail,
    isAnonymousUser: false,
    isSimulated,
    isAddressProved: isAddressProved(customer),
    lang: customer.language,
  }
}
