import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'
import { answers, refusal } from '../../testing/answers.ts'
import { aShop } from '../../testing/aShop.ts'
import { aVisitor } from '../../testing/aVisitor.ts'
import { createPasswords } from '../password/passwordState.ts'
import { createProfile } from '../profile/profileState.ts'
import { confirmations as calls } from './confirmationContract.ts'
import { createConfirmation } from './confirmationState.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NEW = { password: 'a quite new one', again: 'a quite new one' }

/** A page that a customer left open. */
async function anOldPage(customer: BuiltCustomer) {
  const visitor = await aVisitor(customer.client.send, server.provider.key)
  server.wait(16 * 60_000)
  const { shop } = visitor
  const parts = {
    passwords: createPasswords(shop),
    profile: createProfile(shop),
    confirmation: createConfirmation(shop),
  }
  return { visitor, shop, ...parts }
}

describe('a page that was left open', () => {
  it('reports that the password, the export and the deletion need a confirmation, and continues with them after it', async () => {
    const customer = await buildCustomer(server)
    const { passwords, profile, confirmation, shop } = await anOldPage(customer)
    expect(await passwords.change(NEW)).toBe(false)
    expect(passwords.state.change).toEqual({ busy: false, saved: false, problem: { kind: 'confirm' } })
    expect(await profile.takeData()).toBeUndefined()
    expect(profile.state.data).toMatchObject({ needsConfirmation: 'exporting', errors: { exporting: '' } })
    expect(await profile.deleteAccount()).toBe(false)
    expect(profile.state.data).toMatchObject({ needsConfirmation: 'deleting', errors: { deleting: '' } })
    expect(shop.session.state.status).toBe('signed-in')

    expect(await confirmation.byPassword(customer.password)).toBe(true)
    expect(await profile.takeData()).toContain(customer.customer.email)
    expect(profile.state.data.needsConfirmation).toBeNull()
    expect(await passwords.change(NEW)).toBe(true)
    expect(passwords.state.change).toMatchObject({ saved: true, problem: null })
    expect(await profile.deleteAccount()).toBe(true)
  })

  it('forgets that it needed one when it is shown again', async () => {
    const { passwords, profile } = await anOldPage(await buildCustomer(server))
    await Promise.all([passwords.change(NEW), profile.takeData()])
    passwords.startChange()
    profile.reset()
    expect([passwords.state.change.problem, profile.state.data.needsConfirmation]).toEqual([null, null])
  })
})

describe('a confirmation', () => {
  it('reports why the password is refused, and that the shop could not be reached', async () => {
    const { confirmation, visitor } = await anOldPage(await buildCustomer(server))
    expect(await confirmation.byPassword('not it')).toBe(false)
    const problem = { of: 'password', kind: 'refused', text: 'This is not your password.' }
    expect(confirmation.state).toEqual({ busy: null, isCodeSent: false, problem })
    visitor.isOnline = false
    await confirmation.byPassword('not it')
    expect(confirmation.state.problem).toEqual({ of: 'password', kind: 'failed' })
    await confirmation.sendCode()
    expect(confirmation.state).toEqual({ busy: null, isCodeSent: false, problem: { of: 'sending', kind: 'failed' } })
    confirmation.start()
    expect(confirmation.state.problem).toBeNull()
  })

  it('sends one code on a double click, and reports why a code is refused', async () => {
    const { confirmation, visitor } = await anOldPage(await buildCustomer(server))
    const first = confirmation.sendCode()
    expect(confirmation.state.busy).toBe('sending')
    // What is under way continues when it is shown again.
    confirmation.start()
    expect(await Promise.all([first, confirmation.sendCode()])).toEqual([true, false])
    expect(visitor.sent).toEqual([calls.sendConfirmationCode.name])
    expect(confirmation.state).toEqual({ busy: null, isCodeSent: true, problem: null })
    expect(await confirmation.byCode('no code')).toBe(false)
    expect(confirmation.state.problem).toEqual({ of: 'code', kind: 'refused', text: 'This code is wrong.' })
    confirmation.start()
    expect(confirmation.state.isCodeSent).toBe(false)
  })

  it('is not shown to the next customer, even after a late answer', async () => {
    const { shop } = aShop(answers({ [calls.confirm.name]: {}, [calls.sendConfirmationCode.name]: {} }), 'one')
    shop.session.state.user = { uuid: 'anna' } as never
    const confirmation = createConfirmation(shop)
    await confirmation.sendCode()
    const late = confirmation.byPassword('of Anna')
    shop.session.state.user = { uuid: 'berta' } as never
    expect(confirmation.state.isCodeSent).toBe(false)
    expect(await late).toBe(false)
  })

  it('shows nothing to the next customer if it is refused late', async () => {
    const { shop } = aShop(answers({ [calls.confirm.name]: refusal('account.password', 'Not this one') }), 'one')
    shop.session.state.user = { uuid: 'anna' } as never
    const confirmation = createConfirmation(shop)
    const late = confirmation.byPassword('of Anna')
    shop.session.state.user = { uuid: 'berta' } as never
    await late
    expect(confirmation.state).toEqual({ busy: null, isCodeSent: false, problem: null })
  })
})
