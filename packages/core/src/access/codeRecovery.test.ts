import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop, delayAnswerOnce } from '../testing/aShop.ts'
import { createCodeRecovery } from './codeRecovery.ts'
import { access } from './contract.ts'

const MESSAGE = 'If we know this address, a mail is on its way.'

/** The dialog for a lost code, on a server that answers each request in turn. */
function at(...replies: object[]) {
  const built = aShop(answers({ [access.recoverCode.name]: () => replies.shift() ?? { message: MESSAGE } }), 'one')
  return { built, recovery: createCodeRecovery(built.shop) }
}

it('[ENT-3] a lost code is requested once on a double click, and the server’s text is shown until the dialog is opened again', async () => {
  const { built, recovery } = at()
  await Promise.all([recovery.send(' anna@example.org '), recovery.send('anna@example.org')])
  expect(built.sent).toEqual([access.recoverCode.name])
  expect(recovery.state).toEqual({ status: 'sent', message: MESSAGE, error: null })
  recovery.reset()
  expect(recovery.state).toEqual({ status: 'idle', message: '', error: null })
})

it('a request that could not be sent shows the reason, and can be sent again', async () => {
  const { built, recovery } = at(refusal('throttle.wait', 'Too often', 429))
  await recovery.send('anna@example.org')
  expect(recovery.state).toMatchObject({ status: 'idle', error: 'Too often' })
  built.isOnline = false
  await recovery.send('anna@example.org')
  expect(recovery.state).toMatchObject({ status: 'idle', error: 'No connection' })
  built.isOnline = true
  await recovery.send('anna@example.org')
  expect(recovery.state).toMatchObject({ status: 'sent', error: null })
})

it('a request is sent even if the dialog is closed meanwhile', async () => {
  const { built, recovery } = at()
  const slow = delayAnswerOnce(built, access.recoverCode.name)
  const sent = recovery.send('anna@example.org')
  await slow.reached
  recovery.reset()
  expect(recovery.state.status).toBe('sending')
  slow.arrive()
  await sent
  expect(recovery.state.status).toBe('sent')
})
