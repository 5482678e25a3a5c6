import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { sharing } from './contract.ts'
import { createSharing } from './state.ts'

const at = (answer: object | ((input: Record<string, unknown>) => object)) => {
  const built = aShop(answers({ [sharing.share.name]: answer }), 'one')
  return { built, share: createSharing(built.shop) }
}

it('the sets lead to the recipients only if one is selected', () => {
  const { share } = at({})
  share.next()
  expect(share.state.step).toBe('sets')
  share.toggle('emma')
  share.next()
  expect(share.state.step).toBe('recipients')
  share.back()
  share.toggle('emma')
  share.next()
  expect(share.state.step).toBe('sets')
})

it('a double click sends once, to every typed address, and the recipients are shown', async () => {
  const inputs: unknown[] = []
  const { built, share } = at((input) => {
    inputs.push(input)
    return { recipients: ['a@example.org'] }
  })
  share.toggle('emma')
  share.type(0, 'a@example.org')
  await Promise.all([share.send(), share.send()])
  expect(built.sent).toEqual([sharing.share.name])
  expect(inputs).toEqual([{ 'email[]': ['a@example.org'], 'subjects[]': ['emma'] }])
  expect(share.state).toMatchObject({ step: 'receipt', status: 'idle', sent: ['a@example.org'] })
})

it('the last day is sent only if it was chosen', async () => {
  const inputs: unknown[] = []
  const { share } = at((input) => {
    inputs.push(input.until)
    return { recipients: ['a@example.org'] }
  })
  for (const day of ['2026-11-30', '']) {
    share.toggle('emma')
    share.type(0, 'a@example.org')
    share.chooseDay(day)
    await share.send()
    share.inviteMore()
    expect(share.state.until).toBe('')
  }
  expect(inputs).toEqual(['2026-11-30', undefined])
})

it('a failure shows the server’s error, or that it could not be reached', async () => {
  const { share, built } = at({ error: 'No such address' })
  share.toggle('emma')
  share.type(0, 'a@example.org')
  await share.send()
  expect(share.state).toMatchObject({ step: 'sets', alert: { kind: 'refused', text: 'No such address' } })
  built.isOnline = false
  await share.send()
  expect(share.state.alert).toEqual({ kind: 'failed' })
})

it('at least one address field remains', () => {
  const { share } = at(refusal('any', 'any'))
  share.removeField(0)
  expect(share.state.typed).toEqual([''])
})

it('nothing of one customer is shown to the next', () => {
  const { share, built } = at({})
  share.toggle('emma')
  built.shop.events.emit('pk-logout', {})
  expect(share.state.subjects).toEqual([])
})
