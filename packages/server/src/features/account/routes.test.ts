import { createHook } from 'node:async_hooks'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { account, type SessionGrant } from '@portraitkit/core/account/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FLOW_MS } from '../../platform/http/entryFlow.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { customersOf } from './collection.ts'
import { cookieName } from './sessions/sessionCookie.ts'
import { ACCESS_MS, SESSION_MS } from './sessions/sessions.ts'

let server: TestServer
let set: BuiltPictureSet

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider)
})
afterAll(() => server.close())

let count = 0
const anEmail = () => `parent${++count}@example.com`
const aRegistration = (email = anEmail()) => ({
  email,
  code: set.code,
  acceptmail: true,
  confirm_password: 'sesame-open',
  termsofservice: true as const,
  mobile: '(212) 555-0123',
  password: 'sesame-open',
})

/** A visitor who has just entered the code. */
async function withEnteredCode(of = server, code = set.code): Promise<TestClient> {
  const client = of.client()
  const { data } = await client.call(access.verifySubjectCode, { code })
  client.flow = data?.flow
  return client
}

const userOf = async (client: TestClient) => (await client.call(account.session, {})).user

describe('looking up an email address', () => {
  it('[ENT-6] says whether it has an account', async () => {
    const client = await withEnteredCode()
    const { customer } = await buildCustomer(server)
    expect(await client.call(account.existsByEmail, { email: ` ${customer.email.toUpperCase()} ` })).toEqual({
      exists: true,
    })
    expect(await client.call(account.existsByEmail, { email: anEmail() })).toEqual({ exists: false })
  })

  it('is only for visitors who have entered a code', async () => {
    const failure = await server.client().fail(account.existsByEmail, { email: anEmail() })
    expect(failure).toMatchObject({ status: 401, reason: 'flow.required' })
  })

  it('refuses an invalid address', async () => {
    const failure = await (await withEnteredCode()).fail(account.existsByEmail, { email: 'not an address' })
    expect(failure).toMatchObject({ status: 400, data: ['email'], fields: { email: 'Invalid email' } })
  })

  it('[LOC-3] does not find an account of another provider', async () => {
    const { customer } = await buildCustomer(server, { provider: server.other })
    expect(await (await withEnteredCode()).call(account.existsByEmail, { email: customer.email })).toEqual({
      exists: false,
    })
  })

  it('cannot be used to try a list of addresses', async () => {
    const mine = await startTestServer({ env: { TRUST_PROXY: '1' } })
    try {
      const { code } = await buildPictureSet(mine.app, mine.provider)
      const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
      const client = await withEnteredCode(mine, code)
      for (let each = 0; each < 20; each++) {
        await client.call(account.existsByEmail, { email: anEmail() }, from(`198.51.100.${each}`))
      }
      const stopped = await client.fail(account.existsByEmail, { email: anEmail() }, from('198.51.100.99'))
      expect(stopped).toMatchObject({ status: 429, reason: 'throttle.wait' })
      expect(stopped.error).toMatch(/^Too many attempts\. Please try again in \d+ minutes?\.$/)
      // entered again it is the same code, and a neighbour in the same network has a different one
      const ask = (who: TestClient, ip: string) => who.send(account.existsByEmail, { email: anEmail() }, from(ip))
      for (let flow = 0; flow < 4; flow++) {
        mine.wait(2)
        const again = await withEnteredCode(mine, code)
        for (let each = 0; each < 20; each++) expect((await ask(again, `203.0.113.${each}`)).status).toBe(200)
      }
      mine.wait(2)
      expect((await ask(await withEnteredCode(mine, code), '203.0.113.5')).status).toBe(429)
      const neighbour = await buildPictureSet(mine.app, mine.provider)
      expect((await ask(await withEnteredCode(mine, neighbour.code), '203.0.113.5')).status).toBe(200)
    } finally {
      await mine.close()
    }
  })

  it('ends half an hour after the code, and a changed token is refused', async () => {
    const mine = await startTestServer()
    try {
      const { code } = await buildPictureSet(mine.app, mine.provider)
      const client = await withEnteredCode(mine, code)
      const token = client.flow ?? ''
      mine.wait(FLOW_MS - 1000)
      await client.call(account.existsByEmail, { email: anEmail() })
      const [claims = '', signature = ''] = token.split('.')
      const other = Buffer.from(
        Buffer.from(claims, 'base64url')
          .toString()
          .replace(/\d{13}/, '9999999999999'),
      )
      client.flow = `${other.toString('base64url')}.${signature}`
      expect((await client.fail(account.existsByEmail, { email: anEmail() })).reason).toBe('flow.required')
      client.flow = token
      mine.wait(2000)
      expect((await client.fail(account.existsByEmail, { email: anEmail() })).reason).toBe('flow.required')
    } finally {
      await mine.close()
    }
  })
})

describe('registration', () => {
  it('[AUT-4] creates the account, adds the picture sets of the code, signs in', async () => {
    const client = await withEnteredCode()
    const email = anEmail()
    const { user, session } = await client.call(account.create, aRegistration(email))
    expect(session).toEqual({ kind: 'cookie' })
    expect(user).toMatchObject({ emailAddress: email, mobilePhone: '+12125550123', acceptMail: true, lang: 'en' })
    expect(await userOf(client)).toEqual(user)
    const sets = await client.call(pictureSets.list, {})
    expect(sets.pictureSets.map(({ subject }) => subject.uuid)).toEqual([set.subject.uuid])
  })

  it.each([
    ['no email address', { email: 'nobody' }, ['email']],
    ['a password of five characters', { password: '12345', confirm_password: '12345' }, ['password']],
    ['passwords that differ', { confirm_password: 'something else' }, ['confirm_password']],
    ['no agreement to the terms', { termsofservice: false }, ['termsofservice']],
    ['a password of spaces', { password: '       ', confirm_password: '       ' }, ['password']],
    ['an invalid code', { code: 'NOSUCHCODE' }, ['code']],
    ['several faults', { email: '', password: '' }, ['email', 'password']],
  ])('[AUT-5] [API-2] marks the fields: %s', async (_name, change, fields) => {
    const client = await withEnteredCode()
    const registration = { ...aRegistration(), ...change }
    const failure = await client.fail(account.create, registration)
    expect(failure).toMatchObject({ status: 400, reason: 'input.invalid', data: fields })
    expect(Object.keys(failure.fields ?? {})).toEqual(fields)
    expect(await customersOf(server.app, server.provider).count({ email: registration.email })).toBe(0)
  })

  it.each(['12', '+1 212 555', 'call me', '+47 999'])(
    '[AUT-4] refuses an impossible phone number: %s',
    async (mobile) => {
      const failure = await (await withEnteredCode()).fail(account.create, { ...aRegistration(), mobile })
      expect(failure).toMatchObject({ status: 400, reason: 'account.phone', data: ['mobile'] })
    },
  )

  it('[AUT-4] accepts a phone number of another country', async () => {
    const { user } = await (await withEnteredCode()).call(account.create, {
      ...aRegistration(),
      mobile: '+47 406 12 345',
    })
    expect(user.mobilePhone).toBe('+4740612345')
  })

  it('[AUT-5] refuses an address that has an account, and leaves the account unchanged', async () => {
    const { customer, password } = await buildCustomer(server)
    const client = await withEnteredCode()
    const failure = await client.fail(account.create, aRegistration(customer.email))
    expect(failure).toMatchObject({ status: 409, reason: 'account.exists', data: ['email'] })
    expect(await userOf(client)).toBeNull()
    await server.client().call(account.signIn, { email: customer.email, password })
  })

  it('creates at most five accounts with one entered code', async () => {
    const { code } = await buildPictureSet(server.app, server.provider)
    const client = await withEnteredCode(server, code)
    for (let each = 0; each < 5; each++) await client.call(account.create, { ...aRegistration(), code })
    expect(await client.fail(account.create, { ...aRegistration(), code })).toMatchObject({
      status: 429,
      reason: 'throttle.wait',
    })
  })

  it('creates at most six accounts a day with one code, however often and in whatever way it is entered', async () => {
    const mine = await startTestServer()
    try {
      const { code } = await buildPictureSet(mine.app, mine.provider)
      const { customer } = await buildCustomer(mine)
      const register = async (email = anEmail(), typed = code) =>
        (await withEnteredCode(mine, typed)).send(account.create, { ...aRegistration(email), code: typed })
      for (let each = 0; each < 6; each++) {
        // an address that has an account already does not create one
        expect((await register(customer.email)).status).toBe(409)
        expect((await register()).status).toBe(200)
        mine.wait(1000)
      }
      const seventh = await register(anEmail(), code.toLowerCase().split('').join(' '))
      expect([seventh.status, seventh.body]).toEqual([429, expect.objectContaining({ reason: 'throttle.wait' })])
      const another = await buildPictureSet(mine.app, mine.provider)
      expect((await register(anEmail(), another.code)).status).toBe(200)
      mine.wait(24 * 60 * 60_000)
      expect((await register()).status).toBe(200)
    } finally {
      await mine.close()
    }
  })

  it('needs the code of its own flow', async () => {
    const another = await buildPictureSet(server.app, server.provider)
    const failure = await (await withEnteredCode()).fail(account.create, { ...aRegistration(), code: another.code })
    expect(failure).toMatchObject({ status: 400, reason: 'input.invalid', data: ['code'] })
  })

  it('needs a flow and x-provider', async () => {
    expect((await server.client().fail(account.create, aRegistration())).reason).toBe('flow.required')
    const client = await withEnteredCode()
    const failure = await client.fail(account.create, aRegistration(), { headers: { 'x-provider': undefined } })
    expect(failure).toMatchObject({ status: 403, reason: 'provider.missing' })
  })

  it('of one address, sent twice at once, creates one account', async () => {
    const client = await withEnteredCode()
    const registration = aRegistration()
    const both = await Promise.all([1, 2].map(() => client.send(account.create, registration)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('does not store the password itself', async () => {
    const client = await withEnteredCode()
    const registration = aRegistration()
    await client.call(account.create, registration)
    const stored = await customersOf(server.app, server.provider).findOne({ email: registration.email })
    expect(JSON.stringify(stored)).not.toContain(registration.password)
    expect(stored?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('signing in', () => {
  it('[AUT-1] accepts the address in upper and lower case, trimmed', async () => {
    const { customer, password } = await buildCustomer(server)
    const client = server.client()
    const { user } = await client.call(account.signIn, { email: `  ${customer.email.toUpperCase()} `, password })
    expect(user.uuid).toBe(customer._id)
    expect(await userOf(client)).toEqual(user)
  })

  it('[AUT-1] gives the same answer for a wrong password and an unknown address', async () => {
    const { customer } = await buildCustomer(server)
    const wrong = await server.client().fail(account.signIn, { email: customer.email, password: 'wrong one' })
    const unknown = await server.client().fail(account.signIn, { email: anEmail(), password: 'wrong one' })
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ status: 401, reason: 'account.wrong_password' })
  })

  it('works as hard for an unknown address as for a wrong password', async () => {
    const { customer } = await buildCustomer(server)
    // the first unknown address of a process also creates the hash that it is compared with
    await server.client().fail(account.signIn, { email: anEmail(), password: 'wrong one' })
    const hashed = async (email: string) => {
      const requests: string[] = []
      const counter = createHook({ init: (_id, type) => void requests.push(type) }).enable()
      await server.client().fail(account.signIn, { email, password: 'wrong one' })
      counter.disable()
      return requests.filter((type) => type === 'ARGON2REQUEST').length
    }
    expect([await hashed(customer.email), await hashed(anEmail())]).toEqual([1, 1])
  })

  it('[API-2] marks the fields', async () => {
    const failure = await server.client().fail(account.signIn, { email: 'x', password: 'ab' })
    expect(failure).toMatchObject({ data: ['email', 'password'], fields: { password: "That's too short!" } })
  })

  it('with a flow adds the picture sets of the code', async () => {
    const { customer, password } = await buildCustomer(server)
    const client = await withEnteredCode()
    await client.call(account.signIn, { email: customer.email, password })
    const sets = await client.call(pictureSets.list, {})
    expect(sets.pictureSets.map(({ subject }) => subject.uuid)).toEqual([set.subject.uuid])
  })

  it('with an expired flow says so instead of losing the pictures', async () => {
    const { customer, password } = await buildCustomer(server)
    const client = server.client()
    client.flow = 'x.y'
    const failure = await client.fail(account.signIn, { email: customer.email, password })
    expect(failure).toMatchObject({ status: 401, reason: 'flow.required' })
    expect(await userOf(client)).toBeNull()
  })

  it('[LOC-3] does not find an account of another provider', async () => {
    const { customer, password } = await buildCustomer(server, { provider: server.other })
    const failure = await server.client().fail(account.signIn, { email: customer.email, password })
    expect(failure.reason).toBe('account.wrong_password')
  })

  it('is refused without x-provider', async () => {
    const { customer, password } = await buildCustomer(server)
    const client = server.client()
    const signIn = { email: customer.email, password }
    const failure = await client.fail(account.signIn, signIn, { headers: { 'x-provider': undefined } })
    expect(failure).toMatchObject({ status: 403, reason: 'provider.missing' })
    expect(client.cookies.size).toBe(0)
  })

  it('waits after ten failures of one account from one address, and lets others continue', async () => {
    const mine = await startTestServer({ env: { TRUST_PROXY: '1' } })
    try {
      const { customer, password } = await buildCustomer(mine)
      const { customer: second, password: secret } = await buildCustomer(mine)
      const client = mine.client()
      const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
      const wrong = { email: customer.email, password: 'wrong one' }
      for (let tried = 0; tried < 10; tried++) {
        await client.call(account.signIn, { email: second.email, password: secret }, from('203.0.113.5'))
        expect((await client.fail(account.signIn, wrong, from('203.0.113.5'))).status).toBe(401)
      }
      const right = { email: customer.email, password }
      const waiting = await client.send(account.signIn, right, from('203.0.113.5'))
      expect(waiting.body).toMatchObject({ reason: 'throttle.wait', data: { seconds: expect.any(Number) } })
      expect([waiting.status, Number(waiting.headers['retry-after']) > 0]).toEqual([429, true])
      await client.call(account.signIn, { email: second.email, password: secret }, from('203.0.113.5'))
      await client.call(account.signIn, right, from('203.0.113.6'))
      mine.wait(15 * 60_000)
      await client.call(account.signIn, right, from('203.0.113.5'))
    } finally {
      await mine.close()
    }
  })
})

describe('the session', () => {
  it('[AUT-10] of a visitor is null', async () => {
    expect(await userOf(server.client())).toBeNull()
  })

  it('travels in a cookie that no script and no other site can use', async () => {
    const { customer, password } = await buildCustomer(server)
    const { headers } = await server.client().send(account.signIn, { email: customer.email, password })
    const [cookie = ''] = [headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(new RegExp(`^${cookieName(server.provider)}=[\\w-]{43}; Path=/; Max-Age=\\d+; HttpOnly; `))
    expect(cookie).toMatch(/; SameSite=Lax$/)
  })

  it('has a Secure cookie if the shop is reached by https', async () => {
    const mine = await startTestServer({ env: { TRUST_PROXY: '1' } })
    try {
      const { customer, password } = await buildCustomer(mine)
      const proxied = { headers: { 'x-forwarded-proto': 'https' } }
      const sent = await mine.client().send(account.signIn, { email: customer.email, password }, proxied)
      expect(String(sent.headers['set-cookie'])).toMatch(/; Secure$/)
      expect(sent.headers['strict-transport-security']).toBeDefined()
    } finally {
      await mine.close()
    }
  })

  it('is stored hashed', async () => {
    const { client } = await buildCustomer(server)
    const token = client.cookies.get(cookieName(server.provider)) ?? ''
    const stored = await server.app.db.collection('sessions').find({ provider: server.provider.key }).toArray()
    expect(token).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('[AUT-13] ends on the server with the sign-out', async () => {
    const { client } = await buildCustomer(server)
    const token = client.cookies.get(cookieName(server.provider)) ?? ''
    await client.call(account.signOut, {})
    expect(client.cookies.size).toBe(0)
    client.cookies.set(cookieName(server.provider), token)
    expect(await userOf(client)).toBeNull()
  })

  it('[AUT-13] opened after a sign-out keeps its cookie when that sign-out arrives twice', async () => {
    const { client, customer, password } = await buildCustomer(server)
    const late = server.client()
    for (const [name, value] of client.cookies) late.cookies.set(name, value)
    await client.call(account.signOut, {})
    await client.call(account.signIn, { email: customer.email, password })
    const { headers } = await late.send(account.signOut, {})
    expect(headers['set-cookie']).toBeUndefined()
    expect(await userOf(client)).not.toBeNull()
  })

  it('survives a sign-out requested by a form on another site', async () => {
    const { client } = await buildCustomer(server)
    const failure = await client.fail(account.signOut, {}, { headers: { 'x-provider': undefined } })
    expect(failure.status).toBe(403)
    expect(await userOf(client)).not.toBeNull()
  })

  it('[LOC-3] is unknown at another provider, under whatever name', async () => {
    const { client } = await buildCustomer(server)
    const token = client.cookies.get(cookieName(server.provider)) ?? ''
    const elsewhere = server.client(server.other)
    elsewhere.cookies.set(cookieName(server.other), token)
    expect(await userOf(elsewhere)).toBeNull()
  })

  it('expires when it is not used for its lifetime, and is prolonged by use', async () => {
    const mine = await startTestServer()
    try {
      const { client } = await buildCustomer(mine)
      const { client: idle } = await buildCustomer(mine)
      mine.wait(SESSION_MS / 2)
      expect(await userOf(client)).not.toBeNull()
      mine.wait(SESSION_MS / 2 + 1000)
      expect(await userOf(client)).not.toBeNull()
      expect(await userOf(idle)).toBeNull()
    } finally {
      await mine.close()
    }
  })
})

describe('the session of a page on another site', () => {
  const foreign = () => ({ origin: server.provider.origins[0] ?? '', 'sec-fetch-site': 'cross-site' })
  const aKey = () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return { privateKey, text: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url') }
  }
  const signed = (key: KeyObject, nonce: string) =>
    sign('sha256', Buffer.from(nonce), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  type KeyGrant = Extract<SessionGrant, { kind: 'key' }>

  async function signIn(key: ReturnType<typeof aKey>) {
    const { customer, password } = await buildCustomer(server)
    const client = server.client()
    const { session } = await client.call(
      account.signIn,
      { email: customer.email, password },
      { headers: { ...foreign(), 'x-session-key': key.text } },
    )
    return { client, customer, session: session as KeyGrant }
  }
  const withToken = (token: string) => ({ headers: { ...foreign(), authorization: `Bearer ${token}` } })

  it('is bound to the key of the page and carried in a header, with no cookie', async () => {
    const { client, customer, session } = await signIn(aKey())
    expect(session.kind).toBe('key')
    expect(client.cookies.size).toBe(0)
    const { user } = await client.call(account.session, {}, withToken(session.accessToken))
    expect(user?.uuid).toBe(customer._id)
    expect(await userOf(client)).toBeNull()
  })

  it('an access token lives ten minutes and is renewed by a signed nonce', async () => {
    const key = aKey()
    const { client, customer, session } = await signIn(key)
    expect(Date.parse(session.expires) - server.app.clock().getTime()).toBeLessThanOrEqual(ACCESS_MS)
    server.wait(ACCESS_MS)
    expect((await client.call(account.session, {}, withToken(session.accessToken))).user).toBeNull()
    const { nonce } = await client.call(account.nonce, {})
    const renewal = { sessionId: session.sessionId, nonce, signature: signed(key.privateKey, nonce) }
    const renewed = await client.call(account.renew, renewal)
    expect(renewed.user.uuid).toBe(customer._id)
    const { accessToken } = renewed.session as KeyGrant
    expect((await client.call(account.session, {}, withToken(accessToken))).user?.uuid).toBe(customer._id)
  })

  it.each(['another key', 'a used nonce', 'an old nonce', 'a made-up nonce', 'another session'])(
    'is not renewed with %s',
    async (fault) => {
      const key = aKey()
      const { client, session } = await signIn(key)
      const { session: others } = await signIn(aKey())
      const { nonce } = await client.call(account.nonce, {})
      const used = fault === 'a made-up nonce' ? `${nonce}x` : nonce
      const signature = signed(fault === 'another key' ? aKey().privateKey : key.privateKey, used)
      const renewal = { sessionId: session.sessionId, nonce: used, signature }
      if (fault === 'a used nonce') await client.call(account.renew, renewal)
      if (fault === 'an old nonce') server.wait(60_000)
      if (fault === 'another session') renewal.sessionId = others.sessionId
      const failure = await client.fail(account.renew, renewal)
      expect(failure).toMatchObject({ status: 401, reason: 'account.session_ended' })
    },
  )

  it('[AUT-13] ends with the sign-out: no token and no renewal brings it back', async () => {
    const key = aKey()
    const { client, session } = await signIn(key)
    await client.call(account.signOut, {}, withToken(session.accessToken))
    expect((await client.call(account.session, {}, withToken(session.accessToken))).user).toBeNull()
    const { nonce } = await client.call(account.nonce, {})
    const renewal = { sessionId: session.sessionId, nonce, signature: signed(key.privateKey, nonce) }
    expect((await client.fail(account.renew, renewal)).reason).toBe('account.session_ended')
  })

  const otherKeys = () => ({
    'no key': undefined,
    'no key at all': 'bm8ga2V5',
    'a key of another curve': generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey,
    'a key of another kind': generateKeyPairSync('ed25519').publicKey,
    'a long key': generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
  })

  it.each(Object.entries(otherKeys()))('a page with %s gets none, and no account is created', async (_name, key) => {
    const text = typeof key === 'object' ? key.export({ format: 'der', type: 'spki' }).toString('base64url') : key
    const client = await withEnteredCode()
    const registration = aRegistration()
    const headers = { ...foreign(), 'x-session-key': text }
    const failure = await client.fail(account.create, registration, { headers })
    expect(failure).toMatchObject({ status: 400, data: ['x-session-key'] })
    expect(await customersOf(server.app, server.provider).count({ email: registration.email })).toBe(0)
  })

  it.each([
    ['same-origin', 'cookie'],
    ['same-site', 'cookie'],
    ['none', 'cookie'],
    ['cross-site', 'key'],
  ])('a %s page gets a %s', async (site, kind) => {
    const { customer, password } = await buildCustomer(server)
    const headers = { 'sec-fetch-site': site, 'x-session-key': aKey().text }
    const { session } = await server.client().call(account.signIn, { email: customer.email, password }, { headers })
    expect(session.kind).toBe(kind)
  })

  it('a program outside a page gets a key if it sends one, and otherwise a cookie', async () => {
    const { customer, password } = await buildCustomer(server)
    const signIn = async (headers: Record<string, string>) =>
      (await server.client().call(account.signIn, { email: customer.email, password }, { headers })).session.kind
    expect(await signIn({ 'x-session-key': aKey().text })).toBe('key')
    expect(await signIn({})).toBe('cookie')
  })

  it('a browser that does not name the site is judged by its origin', async () => {
    const { customer, password } = await buildCustomer(server)
    const headers = { origin: foreign().origin, 'x-session-key': aKey().text }
    const { session } = await server.client().call(account.signIn, { email: customer.email, password }, { headers })
    expect(session.kind).toBe('key')
  })
})

describe('changing consent and language', () => {
  it('stores the given values and leaves the others unchanged', async () => {
    const { client } = await buildCustomer(server)
    expect((await client.call(account.patch, { acceptMail: true })).user).toMatchObject({
      acceptMail: true,
      lang: 'en',
    })
    expect((await client.call(account.patch, { lang: 'de' })).user).toMatchObject({ acceptMail: true, lang: 'de' })
    expect(await userOf(client)).toMatchObject({ acceptMail: true, lang: 'de' })
  })

  it('[API-2] a language that the shop does not offer changes nothing', async () => {
    const { client } = await buildCustomer(server)
    const failure = await client.fail(account.patch, { acceptMail: true, lang: 'fr' })
    expect(failure).toMatchObject({ status: 400, data: ['lang'] })
    expect(await userOf(client)).toMatchObject({ acceptMail: false, lang: 'en' })
  })

  it('[AUT-15] needs a signed-in customer and x-provider', async () => {
    expect((await server.client().fail(account.patch, {})).reason).toBe('session.required')
    const { client } = await buildCustomer(server)
    const failure = await client.fail(account.patch, { acceptMail: true }, { headers: { 'x-provider': undefined } })
    expect(failure.status).toBe(403)
    expect((await userOf(client))?.acceptMail).toBe(false)
  })
})
