import { createHash, randomUUID } from 'node:crypto'
import {
  profile as contract,
  type Device,
  type ProfileData,
} from '@portraitkit/core/account/profile/profileContract.ts'
import { recordDeletion } from '../../../platform/deletions/journal.ts'
import { Failure, wrongField } from '../../../platform/failure.ts'
import { type BoundCall, bind, type CallContext, type RepeatDeletion } from '../../../platform/feature.ts'
import { eraseData, exportData, isBlocked, type Owner, retainedIds } from '../../../platform/personalData.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../../platform/security/record.ts'
import { customersOf, findUser, isAddressProved, type StoredCustomer } from '../collection.ts'
import { confirmByPassword, requireConfirmation } from '../confirmation/confirmation.ts'
import { dropSessionCookie } from '../sessions/sessionCookie.ts'
import {
  closeSession,
  endWithFamily,
  findSession,
  firstOf,
  forgetSessions,
  recordSessionEnd,
  type StoredSession,
  sessionsOf,
} from '../sessions/sessions.ts'
import { deletionMail } from './deletionMail.ts'
import { readPhone } from './phone.ts'

type CustomerCall = CallContext<'customer'>

/** The customer's own account: contact, devices, data. */
export function profileCalls(): BoundCall[] {
  return bind(contract, {
    data: async (_input, call) => {
      const parts = await Promise.all(call.app.features.map(({ profileData }) => profileData?.(call)))
      return Object.assign(
        { packageForInspectionSubjects: [], hasRetakes: false } satisfies ProfileData,
        ...parts,
      ) as ProfileData
    },

    update: async (input, { app, provider, customer }) => {
      const mobile = readPhone(input.mobile, provider.country)
      if (!mobile) throw wrongField('mobile', { code: 'phone' }, 'account.phone')
      if (input.state && !isStateOf(provider, input.state)) {
        throw wrongField('state', { code: 'state' })
      }
      const change = {
        name: input.name,
        mobile,
        'address.address': input.address,
        'address.postalCode': input.postal_code,
        'address.city': input.city,
        // fields that the form does not contain stay unchanged
        ...(input.address2 !== undefined && { 'address.address2': input.address2 }),
        ...(input.state !== undefined && { 'address.state': input.state }),
      }
      await customersOf(app, provider).updateOne({ _id: customer.uuid }, { $set: change })
      const user = await findUser(app, provider, customer)
      if (!user) throw new Failure('session.required')
      return { user }
    },

    devices: async (_input, call) => ({ sessions: await devicesOf(call) }),

    endDevice: async ({ id }, call) => {
      const { app, provider, http } = call
      const own = await ownSessions(call)
      const found = own.find((session) => publicSessionId(session) === id)
      if (!found) throw new Failure('account.unknown_device')
      const current = await findSession(app, provider, http, app.clock())
      const isCurrent = own.some((session) => session._id === current?.id && firstOf(session) === firstOf(found))
      if (isCurrent) await closeSession(app, provider, http)
      else {
        await endWithFamily(app, provider, found)
        recordSessionEnd(call, found.customer)
      }
      return { sessions: await devicesOf(call) }
    },

    export: async ({ password }, call) => {
      const { app, provider, now } = call
      const owner = ownerOf(provider, await findConfirmed(call, password))
      const data = await exportData(app, owner)
      recordSecurityEvent(call, { event: 'data-exported', customer: owner.uuid })
      return { made: now.toISOString(), data }
    },

    delete: async ({ password }, call) => {
      const customer = await findConfirmed(call, password)
      if (await isBlocked(call.app, ownerOf(call.provider, customer))) {
        throw new Failure('account.payment_open')
      }
      return { receipt: await deleteAccount(call, customer) }
    },
  })
}

/** If a provider lists no states, any may be written. */
function isStateOf({ options: { states } }: Provider, state: string): boolean {
  return Object.hasOwn(states, state) || Object.keys(states).filter(Boolean).length === 0
}

/** The customer, who has confirmed recently or does so with the password. */
async function findConfirmed(call: CustomerCall, password: string | undefined): Promise<StoredCustomer> {
  if (password !== undefined) return confirmByPassword(call, password)
  await requireConfirmation(call)
  const stored = await customersOf(call.app, call.provider).findOne({ _id: call.customer.uuid })
  if (!stored) throw new Failure('session.required')
  return stored
}

function ownerOf(provider: Pick<Provider, 'key'>, customer: StoredCustomer): Owner {
  const { _id, email } = customer
  return { provider: provider.key, uuid: _id, email, isProved: isAddressProved(customer) }
}

/** The kind under which deleted accounts are recorded, by the customer's uuid. */
const ACCOUNT = 'account'

export const repeatAccountDeletion: Readonly<Record<string, RepeatDeletion>> = {
  [ACCOUNT]: async (app, { provider: key, id }) => {
    const customer = await customersOf(app, { key }).findOne({ _id: id })
    if (customer) await eraseData(app, ownerOf({ key }, customer))
  },
}

async function deleteAccount(call: CustomerCall, customer: StoredCustomer) {
  const { app, provider, http, now, language } = call
  const owner = ownerOf(provider, customer)
  const receipt = {
    uuid: randomUUID(),
    deleted: now.toISOString(),
    keptOrders: await retainedIds(app, owner),
  }
  // Rejects further calls of this customer from now on; the sessions' data is deleted with the rest.
  await sessionsOf(app, provider).updateMany({ 'customer.uuid': customer._id }, { $set: { expires: now } })
  forgetSessions(app)
  await app.mail.queue(deletionMail(provider, { ...receipt, to: customer.email, language }))
  await recordDeletion(app, { provider: provider.key, kind: ACCOUNT, ids: [customer._id] }, () => eraseData(app, owner))
  recordSecurityEvent(call, { event: 'account-deleted', customer: owner.uuid })
  dropSessionCookie(http, app, provider)
  return receipt
}

async function ownSessions({ app, provider, customer, now }: CustomerCall): Promise<StoredSession[]> {
  return sessionsOf(app, provider)
    .find({ 'customer.uuid': customer.uuid, expires: { $gt: now } })
    .toArray()
}

async function devicesOf(call: CustomerCall): Promise<Device[]> {
  const { app, provider, http } = call
  const current = await findSession(app, provider, http, app.clock())
  // The shop's page and the page that led to it are one device.
  const families = Object.values(Object.groupBy(await ownSessions(call), firstOf)) as StoredSession[][]
  return families
    .map((family) => {
      const [first] = family.toSorted((one, other) => one.created.getTime() - other.created.getTime())
      const { device, customer, created } = first as StoredSession
      return {
        id: publicSessionId(first as StoredSession),
        current: family.some(({ _id }) => _id === current?.id),
        created: created.toISOString(),
        lastUsed: new Date(Math.max(...family.map((each) => (each.used ?? each.created).getTime()))).toISOString(),
        name: device ?? '',
        operator: customer.operator ?? null,
      }
    })
    .sort((one, other) => Number(other.current) - Number(one.current) || (one.lastUsed < other.lastUsed ? 1 : -1))
}

/** The public id of a session: it appears in no cookie, token or query. */
function publicSessionId({ _id }: Pick<StoredSession, '_id'>): string {
  return createHash('sha256').update(`shown ${_id}`).digest('base64url').slice(0, 22)
}
