import { expect, it } from 'vitest'
import { account } from '../account/contract.ts'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { access } from './contract.ts'
import { createEntry } from './state.ts'

const valid = { valid: true, data: { flow: 'token', subjects: [{ uuid: 'emma', name: 'Emma' }] } }

/** The front page of a signed-out or signed-in visitor. */
function at(known: Parameters<typeof answers>[0], status: 'signed-out' | 'signed-in' = 'signed-out') {
  const built = aShop(answers(known), 'one')
  built.shop.session.state.status = status
  return { built, entry: createEntry(built.shop) }
}

it('[ENT-6] a valid code leads to the email address, then to sign-in or registration, and back from either', async () => {
  for (const [exists, step] of [
    [true, 'welcome-back'],
    [false, 'register'],
  ] as const) {
    const { entry, built } = at({ [access.verifySubjectCode.name]: valid, [account.existsByEmail.name]: { exists } })
    await entry.submitCode('abc-123')
    expect(entry.state).toMatchObject({ step: 'email', status: 'idle', subjects: [{ name: 'Emma' }] })
    await entry.submitEmail('a@example.org')
    expect(entry.state.step).toBe(step)
    entry.back()
    expect(entry.state.step).toBe('email')
    entry.back()
    expect([entry.state.step, built.shop.memory.read().flow]).toEqual(['code', undefined])
  }
})

it('[ENT-7] a signed-in customer is asked before the code is added', async () => {
  const { entry, built } = at({}, 'signed-in')
  await entry.submitCode('ABC123')
  expect([entry.state.asking, built.sent]).toEqual(['ABC123', []])
  entry.cancelAdd()
  await entry.confirmAdd()
  expect(built.sent).toEqual([])
})

it('[ENT-9] a refusal is shown under the code and ends loading; a network error only ends loading', async () => {
  const { entry, built } = at({ [access.verifySubjectCode.name]: { valid: false, errorMessage: 'Unknown code' } })
  await entry.submitCode('ABC123')
  expect(entry.state).toMatchObject({ status: 'idle', isWrongCode: true, errors: { code: 'Unknown code' } })
  built.isOnline = false
  await entry.submitCode('ABC123')
  expect([entry.state.status, entry.state.isWrongCode, entry.state.errors]).toEqual(['idle', false, {}])
})

it('[ENT-13] an error of the email look-up is shown at the email field', async () => {
  const { entry } = at({
    [access.verifySubjectCode.name]: valid,
    [account.existsByEmail.name]: refusal('throttle.wait', 'Too often', 429),
  })
  await entry.submitCode('ABC123')
  await entry.submitEmail('a@example.org')
  expect(entry.state).toMatchObject({ step: 'email', errors: { email: 'Too often' } })
})

it('the entry starts again when its flow has expired', async () => {
  const { entry, built } = at({
    [access.verifySubjectCode.name]: valid,
    [account.existsByEmail.name]: refusal('flow.required', 'Enter the code again'),
  })
  await entry.submitCode('ABC123')
  await entry.submitEmail('a@example.org')
  expect(entry.state).toMatchObject({ step: 'code', errors: { code: 'Enter the code again' } })
  expect(built.shop.memory.read().flow).toBeUndefined()
})

it('the answer for an address is dropped if the visitor has gone back meanwhile', async () => {
  const { entry, built } = at({
    [access.verifySubjectCode.name]: valid,
    [account.existsByEmail.name]: { exists: true },
  })
  await entry.submitCode('ABC123')
  const slow = Promise.withResolvers<void>()
  built.onAnswer = () => slow.promise
  const submitted = entry.submitEmail('a@example.org')
  entry.back()
  slow.resolve()
  await submitted
  expect(entry.state).toMatchObject({ step: 'code', status: 'idle' })
})
