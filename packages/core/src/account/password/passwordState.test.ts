import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeResetKey } from '../../../../server/src/features/account/password/resetKeys.ts'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'
import { answers, refusal } from '../../testing/answers.ts'
import { aShop, delayAnswerOnce, loseAnswerOnce } from '../../testing/aShop.ts'
import { aVisitor } from '../../testing/aVisitor.ts'
import { account } from '../contract.ts'
import { passwords as calls } from './passwordContract.ts'
import { createPasswords } from './passwordState.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NEW = 'a quite new one'

/** A page of a signed-out visitor, or of this customer. */
async function page(customer?: BuiltCustomer) {
  const visitor = await aVisitor((customer?.client ?? server.client()).send, server.provider.key)
  return { visitor, shop: visitor.shop, passwords: createPasswords(visitor.shop) }
}
const keyFor = ({ customer }: BuiltCustomer) => makeResetKey(server.app, server.provider, customer._id)
const canSignIn = async ({ customer }: BuiltCustomer, password: string) =>
  (await server.client().send(account.signIn, { email: customer.email, password })).status === 200

describe('a forgotten password', () => {
  it('[AUT-3] is requested once on a double click, and the server’s text is shown until the form is opened again', async () => {
    const { passwords, visitor } = await page()
    const customer = await buildCustomer(server)
    const { reminder } = passwords.state
    const first = passwords.remind(` ${customer.customer.email} `)
    expect(reminder.busy).toBe(true)
    // What is under way continues when the form is opened again.
    passwords.startReminder()
    await Promise.all([first, passwords.remind(customer.customer.email)])
    expect(visitor.sent).toEqual([calls.remind.name])
    expect(reminder).toMatchObject({ busy: false, problem: null })
    expect(reminder.message).toContain('If this address has an account here')
    passwords.startReminder()
    expect(reminder.message).toBe('')
  })

  it('[AUT-3] reports an invalid address, and a server that cannot be reached', async () => {
    const { passwords, visitor } = await page()
    await passwords.remind('anna@')
    expect(passwords.state.reminder.problem).toEqual({ kind: 'refused', text: 'Invalid email', field: 'email' })
    visitor.isOnline = false
    await passwords.remind('anna@example.org')
    expect(passwords.state.reminder).toEqual({ busy: false, message: '', problem: { kind: 'failed' } })
    passwords.startReminder()
    expect(passwords.state.reminder.problem).toBeNull()
  })
})

describe('[AUT-8] the key in an email', () => {
  it('is checked, and used up by the new password', async () => {
    const customer = await buildCustomer(server)
    const key = await keyFor(customer)
    const { passwords } = await page()
    const { reset } = passwords.state
    expect(reset.step).toBe('asking')
    const checked = passwords.check(key)
    expect(reset.step).toBe('checking')
    await checked
    expect(reset.step).toBe('ready')
    await passwords.reset(` ${NEW} `)
    expect(reset).toEqual({ step: 'done', busy: false, problem: null })
    expect([await canSignIn(customer, customer.password), await canSignIn(customer, NEW)]).toEqual([false, true])
    await passwords.check(key)
    expect(reset.step).toBe('unknown')
  })

  it('is reported if it is unknown, and checked again if the check failed', async () => {
    const { passwords, visitor } = await page()
    const { reset } = passwords.state
    await passwords.check('unknown key')
    expect(reset).toMatchObject({ step: 'unknown', problem: null })
    visitor.isOnline = false
    await passwords.check(await keyFor(await buildCustomer(server)))
    expect(reset).toMatchObject({ step: 'failed', problem: { kind: 'failed' } })
    visitor.isOnline = true
    await passwords.checkAgain()
    expect(reset).toMatchObject({ step: 'ready', problem: null })
  })

  it('does not get the result of an earlier key', async () => {
    const { passwords, visitor } = await page()
    const slow = delayAnswerOnce(visitor, calls.checkResetKey.name)
    const first = passwords.check('unknown key')
    await slow.reached
    await passwords.check(await keyFor(await buildCustomer(server)))
    slow.arrive()
    await first
    expect(passwords.state.reset.step).toBe('ready')
  })

  it('stays when the page is shown again, and is forgotten when it has expired', async () => {
    const { passwords } = await page()
    await passwords.check(await keyFor(await buildCustomer(server)))
    passwords.startReset()
    expect(passwords.state.reset.step).toBe('ready')
    await passwords.reset(NEW)
    passwords.startReset()
    expect(passwords.state.reset.step).toBe('asking')
    await passwords.checkAgain()
    expect(passwords.state.reset.step).not.toBe('ready')
  })

  it('cannot set a password if it was used in another window meanwhile', async () => {
    const customer = await buildCustomer(server)
    const key = await keyFor(customer)
    const [here, there] = [await page(), await page()]
    await Promise.all([here.passwords.check(key), there.passwords.check(key)])
    await there.passwords.reset('the other one')
    await here.passwords.reset(NEW)
    expect(here.passwords.state.reset).toEqual({ step: 'unknown', busy: false, problem: null })
    expect(await canSignIn(customer, NEW)).toBe(false)
  })
})

describe('[AUT-9] the new password set with a key', () => {
  it('is sent once on a double click', async () => {
    const { passwords, visitor } = await page()
    await passwords.check(await keyFor(await buildCustomer(server)))
    visitor.sent.length = 0
    await Promise.all([passwords.reset(NEW), passwords.reset(NEW)])
    expect(visitor.sent.filter((name) => name === calls.reset.name)).toHaveLength(1)
    expect(passwords.state.reset.step).toBe('done')
  })

  it('can be corrected if the server refuses it, and sent again if the connection was lost', async () => {
    const { passwords, visitor } = await page()
    const { reset } = passwords.state
    await passwords.check(await keyFor(await buildCustomer(server)))
    await passwords.reset('short ')
    const problem = { kind: 'refused', text: "That's too short!", field: 'password' }
    expect(reset).toEqual({ step: 'ready', busy: false, problem })
    visitor.isOnline = false
    await passwords.reset(NEW)
    expect(reset).toEqual({ step: 'ready', busy: false, problem: { kind: 'failed' } })
    visitor.isOnline = true
    await passwords.reset(NEW)
    expect(reset).toEqual({ step: 'done', busy: false, problem: null })
  })

  it('signs out its own customer on this page, and nobody else', async () => {
    const customer = await buildCustomer(server)
    const [own, other] = [await page(customer), await page(await buildCustomer(server))]
    for (const { passwords } of [own, other]) {
      await passwords.check(await keyFor(customer))
      await passwords.reset(NEW)
    }
    expect([own.shop.session.state.status, other.shop.session.state.status]).toEqual(['signed-out', 'signed-in'])
  })
})

describe('[ACC-3] a changed password', () => {
  it('is sent once on a double click, keeps this page signed in, and is reported until the form is opened again', async () => {
    const customer = await buildCustomer(server)
    const { passwords, shop, visitor } = await page(customer)
    const typed = { password: NEW, again: NEW }
    expect(await Promise.all([passwords.change(typed), passwords.change(typed)])).toEqual([true, false])
    expect(visitor.sent).toEqual([calls.changePassword.name])
    expect(passwords.state.change).toEqual({ busy: false, saved: true, problem: null })
    expect([await canSignIn(customer, NEW), (await shop.session.check()).status]).toEqual([true, 'signed-in'])
    passwords.startChange()
    expect(passwords.state.change.saved).toBe(false)
  })

  it('shows the server’s reason at the field if it is refused', async () => {
    const { passwords } = await page(await buildCustomer(server))
    expect(await passwords.change({ password: 'abcd', again: 'abcd' })).toBe(false)
    const problem = { kind: 'refused', text: 'The password is not long enough', field: 'password' }
    expect(passwords.state.change).toEqual({ busy: false, saved: false, problem })
    await passwords.change({ password: NEW, again: 'another one' })
    expect(passwords.state.change.problem).toMatchObject({ kind: 'refused', text: 'The passwords must match' })
  })

  it('can be sent again if the answer was lost', async () => {
    const { passwords, visitor } = await page(await buildCustomer(server))
    loseAnswerOnce(visitor, calls.changePassword.name)
    expect(await passwords.change({ password: NEW, again: NEW })).toBe(false)
    expect(passwords.state.change).toEqual({ busy: false, saved: false, problem: { kind: 'failed' } })
    expect(await passwords.change({ password: NEW, again: NEW })).toBe(true)
    expect(passwords.state.change).toMatchObject({ saved: true, problem: null })
  })

  it('is not shown to the next customer, even after a late answer', async () => {
    const { shop, ...built } = aShop(answers({ [calls.changePassword.name]: refusal('any', 'Not this one') }), 'one')
    shop.session.state.user = { uuid: 'anna' } as never
    const passwords = createPasswords(shop)
    await passwords.change({ password: NEW, again: NEW })
    shop.session.state.user = { uuid: 'berta' } as never
    expect([passwords.state.change, built.sent.length]).toEqual([{ busy: false, saved: false, problem: null }, 1])
    const late = passwords.change({ password: NEW, again: NEW })
    shop.session.state.user = { uuid: 'carla' } as never
    await late
    expect(passwords.state.change).toEqual({ busy: false, saved: false, problem: null })
  })
})
