import { expect, it } from 'vitest'
import { account } from '../account/contract.ts'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { reminders } from './contract.ts'
import { createCommunication } from './state.ts'

const emma = { uuid: 'emma', name: 'Emma', remindersEnabled: true }
const noah = { uuid: 'noah', name: 'Noah', remindersEnabled: true }

it('a switch takes effect at once, and is reset if saving fails', async () => {
  const built = aShop(
    answers({ [reminders.list.name]: { subjects: [emma, noah] }, [reminders.set.name]: refusal('any', 'No', 500) }),
    'one',
  )
  const communication = createCommunication(built.shop)
  await communication.load()
  const saved = communication.setReminders(['emma'], false)
  expect(communication.state.subjects.map(({ remindersEnabled }) => remindersEnabled)).toEqual([false, true])
  await saved
  expect(communication.state.subjects.map(({ remindersEnabled }) => remindersEnabled)).toEqual([true, true])
  expect(communication.state.change).toBe('failed')
})

it('a list that cannot be fetched is reported as failed, and can be requested again', async () => {
  const built = aShop(answers({ [reminders.list.name]: { subjects: [] } }), 'one')
  const communication = createCommunication(built.shop)
  built.isOnline = false
  await communication.load()
  expect(communication.state.status).toBe('failed')
  built.isOnline = true
  await communication.load()
  expect(communication.state.status).toBe('ready')
})

it('[ACC-4] the consent is saved once on a double click, and a customer who has signed out meanwhile is not shown again', async () => {
  const anna = { uuid: 'anna', acceptMail: false }
  const built = aShop(answers({ [account.patch.name]: ({ acceptMail }) => ({ user: { ...anna, acceptMail } }) }), 'one')
  const { state } = built.shop.session
  state.user = anna as never
  const communication = createCommunication(built.shop)
  await Promise.all([communication.setConsent(true), communication.setConsent(true)])
  expect(built.sent).toEqual([account.patch.name])
  expect([built.shop.session.state.user?.acceptMail, communication.state]).toMatchObject([
    true,
    { consent: null, change: 'saved' },
  ])
  const saved = communication.setConsent(false)
  Object.assign(state, { status: 'signed-out', user: null })
  await saved
  expect(state.user).toBeNull()
})
