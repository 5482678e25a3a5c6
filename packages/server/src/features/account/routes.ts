import { account as contract } from '@portraitkit/core/account/contract.ts'
import { Failure, wrongField } from '../../platform/failure.ts'
import {
  bind,
  type CallContext,
  type Customer,
  type Feature,
  type Flow,
  type Opening,
  requirePart,
} from '../../platform/feature.ts'
import { type Limited, throttled } from '../../platform/http/throttle.ts'
import { networkAddress } from '../../platform/networkAddress.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'
import { queueAddressMail } from './address/addressMail.ts'
import { addressPages } from './address/addressPage.ts'
import { addressCalls } from './address/addressRoutes.ts'
import {
  accountCollections,
  createCustomer,
  customersOf,
  findCustomerByEmail,
  findUser,
  type StoredCustomer,
  userOf,
} from './collection.ts'
import { confirmationCalls } from './confirmation/confirmationRoutes.ts'
import { handOverCalls } from './handOver/handOverRoutes.ts'
import { passwordCalls } from './password/passwordRoutes.ts'
import { isPassword } from './passwordHash.ts'
import { accountPersonalData } from './personalData.ts'
import { consentAtRegistration, consentAtSignIn, consentOf } from './profile/consent.ts'
import { readPhone } from './profile/phone.ts'
import { profileCalls, repeatAccountDeletion } from './profile/profileRoutes.ts'
import { isSignature } from './publicKey.ts'
import { simulationPage } from './sessions/actAsCustomer.ts'
import { makeNonce, useNonce } from './sessions/nonce.ts'
import { recordAct } from './sessions/operatorActs.ts'
import {
  closeSession,
  createAccessToken,
  findSession,
  forgetSessions,
  openSession,
  sessionKeyOf,
  sessionsOf,
} from './sessions/sessions.ts'
import { signInLimits } from './sessions/signInLimits.ts'

const HOUR_MS = 60 * 60_000
/** How many lookups one entered code allows: enough for a family's accounts, too few for listing customers. */
const flowLookUps = { kind: 'look-up-flow', limit: 20, windowMs: HOUR_MS }
const codeLookUps = { kind: 'look-up-code', limit: 100, windowMs: HOUR_MS }
/** All parents of a school may share one network. */
const addressLookUps = { kind: 'look-up', limit: 600, windowMs: HOUR_MS }
const flowAccounts = { kind: 'create-flow', limit: 5, windowMs: HOUR_MS }
/**
 * A code can be entered again: a letter that was found or passed on must not create more accounts than a family with friends
 * would.
 */
const codeAccounts = { kind: 'create-code', limit: 6, windowMs: 24 * HOUR_MS }

/** Accounts and sessions. */
export const account: Feature = {
  name: 'account',
  callers: { find: findSession, record: recordAct },
  personalData: accountPersonalData,
  repeatDeletion: repeatAccountDeletion,
  collections: accountCollections,
  pages: [simulationPage, ...addressPages],
  commands: [
    {
      name: 'simulate',
      usage: 'simulate <email> --provider <key> --operator <name>',
      summary: 'prints a link that signs you in as a customer',
      load: async () => (await import('./command.ts')).simulateCommand,
    },
    {
      name: 'sessions',
      usage: 'sessions end <email>|--all --provider <key>',
      summary: 'signs customers out on every device',
      load: async () => (await import('./sessions/sessionsCommand.ts')).sessionsCommand,
    },
  ],
  calls: bind(contract, {
    existsByEmail: async ({ email }, call) => {
      const { app, provider, http, flow } = call
      const limits: Limited[] = [
        { limit: flowLookUps, who: flowKey(flow) },
        { limit: codeLookUps, who: flow.subjects.join(' ') },
        { limit: addressLookUps, who: networkAddress(http.ip) },
      ]
      return throttled(call, limits, async () => {
        const exists = (await findCustomerByEmail(app, provider, email)) !== null
        // Every lookup counts, because each reveals something.
        return { failed: true, answer: { exists } }
      })
    },

    create: async (input, call) => {
      const { app, provider, http, flow, language } = call
      if (input.confirm_password !== input.password) throw wrongField('confirm_password', { code: 'passwords-differ' })
      const mobile = readPhone(input.mobile, provider.country)
      if (!mobile) throw wrongField('mobile', { code: 'phone' }, 'account.phone')
      if (input.password.trim() === '') throw wrongField('password', { code: 'password-blank' })
      const { subjects: opened } = await requirePart(app.features, 'codes').find(app, provider, input.code)
      if (!opened.some((subject) => flow.subjects.includes(subject))) {
        throw wrongField('code', { code: 'code' })
      }
      sessionKeyOf(http)
      const { email, password } = input
      const consent = consentAtRegistration(input.acceptmail, provider.options)
      const attempts: Limited[] = [{ limit: flowAccounts, who: flowKey(flow) }]
      // By what it opens: a code can be spelled in several ways.
      const accounts: Limited[] = [{ limit: codeAccounts, who: opened.toSorted().join(' ') }]
      const customer = await throttled(call, attempts, async () => ({
        failed: true,
        answer: await throttled(call, accounts, async () => {
          const created = await createCustomer(app, provider, { email, password, mobile, ...consent, language })
          return { failed: created !== null, answer: created }
        }),
      }))
      if (!customer) throw new Failure('account.exists', { data: ['email'] })
      recordSecurityEvent(call, { event: 'account-created', customer: customer._id })
      await queueAddressMail(app, provider, customer)
      return startSession(call, customer, flow)
    },

    session: async (_input, { app, provider, customer }) => ({
      user: customer && (await findUser(app, provider, customer)),
    }),

    signIn: async ({ email, password, acceptmail }, call) => {
      const { app, provider, http, flow } = call
      if (http.get('x-flow') && !flow) throw new Failure('flow.required')
      sessionKeyOf(http)
      const limits = await signInLimits(app, provider, email, http.ip)
      const { customer, isRight } = await throttled(call, limits, async () => {
        const found = await findCustomerByEmail(app, provider, email)
        const right = await isPassword(password, found?.password ?? null)
        return { failed: !right, answer: { customer: found, isRight: right } }
      })
      if (!customer || !isRight) {
        recordSecurityEvent(call, { event: 'sign-in-failed', customer: customer?._id })
        throw new Failure('account.wrong_password')
      }
      return startSession(call, await saveConsent(call, customer, acceptmail), flow)
    },

    signOut: async (_input, { app, provider, http }) => {
      await closeSession(app, provider, http)
      return {}
    },

    nonce: async (_input, { app, provider }) => ({ nonce: makeNonce(app, provider) }),

    renew: async ({ sessionId, nonce, signature }, call) => {
      const { app, provider, now } = call
      const session = await sessionsOf(app, provider).findOne({ _id: sessionId, kind: 'key', expires: { $gt: now } })
      const proved = session?.publicKey && isSignature(session.publicKey, nonce, signature)
      const isOpen = proved && (await useNonce(app, provider, nonce))
      const user = session && isOpen ? await findUser(app, provider, session.customer) : null
      if (!user) {
        recordSecurityEvent(call, { event: 'session-refused' })
        throw new Failure('account.session_ended')
      }
      return { user, session: createAccessToken(app, provider, sessionId) }
    },

    patch: async ({ acceptMail, lang }, { app, provider, customer }) => {
      if (lang !== undefined && !provider.languages.some(({ long }) => long === lang)) {
        throw wrongField('lang', { code: 'language' })
      }
      const change = {
        ...(acceptMail !== undefined && consentOf(acceptMail)),
        ...(lang !== undefined && { language: lang }),
      }
      if (Object.keys(change).length > 0) {
        await customersOf(app, provider).updateOne({ _id: customer.uuid }, { $set: change })
      }
      if (lang !== undefined) {
        await sessionsOf(app, provider).updateMany(
          { 'customer.uuid': customer.uuid },
          { $set: { 'customer.language': lang } },
        )
        forgetSessions(app)
      }
      const user = await findUser(app, provider, customer)
      if (!user) throw new Failure('session.required')
      return { user }
    },
  }).concat(profileCalls(), passwordCalls(), confirmationCalls(), addressCalls(), handOverCalls()),
}

/** Signs a customer in, with what an entered code or the link of a share opened, if any. */
async function startSession(call: CallContext, stored: StoredCustomer, opening: Opening | null) {
  const { app, provider, http } = call
  if (opening) await requirePart(app.features, 'codes').grant(call, stored._id, opening)
  const session = await openSession(app, provider, http, customerOf(stored))
  await refuseReplacedPassword(call, stored)
  recordSecurityEvent(call, { event: 'sign-in', customer: stored._id })
  return { user: userOf(stored), session }
}

/** Saves the consent given in the sign-in form. */
async function saveConsent(
  { app, provider }: CallContext,
  stored: StoredCustomer,
  ticked: boolean | undefined,
): Promise<StoredCustomer> {
  const { acceptMail, declinedMail } = consentAtSignIn(stored, ticked, provider.options)
  if (acceptMail === stored.acceptMail && declinedMail === stored.declinedMail) return stored
  const consent = { acceptMail, declinedMail }
  await customersOf(app, provider).updateOne({ _id: stored._id }, { $set: consent })
  return { ...stored, ...consent }
}

/**
 * If a password is replaced while a sign-in with it is in progress, that sign-in opens nothing. Replacing a password ends the
 * sessions afterwards: so in either order one of the two notices the other.
 */
async function refuseReplacedPassword(call: CallContext, { _id, password }: StoredCustomer): Promise<void> {
  const { app, provider, now } = call
  if ((await customersOf(app, provider).count({ _id, password })) > 0) return
  await sessionsOf(app, provider).deleteMany({ 'customer.uuid': _id, created: { $gte: now } })
  forgetSessions(app)
  recordSecurityEvent(call, { event: 'sign-in-failed', customer: _id })
  throw new Failure('account.wrong_password')
}

function customerOf({ _id, email, language }: StoredCustomer): Customer {
  return { uuid: _id, email, language, isSimulated: false }
}

/** Identifies a flow by its content instead of its token, which can be spelled in several ways. */
function flowKey({ subjects, expires }: Flow): string {
  return [expires.getTime(), ...subjects].join(' ')
}
