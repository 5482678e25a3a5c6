import { expect, it } from 'vitest'
import { ShopError } from './errors.ts'
import { createLatestAnswer } from './latestAnswer.ts'

const failure = (error: string) => new ShopError('failure', { error, reason: 'any' }, 400)

it('an outdated answer or failure is dropped', async () => {
  const latest = createLatestAnswer()
  const [slow, broken] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const messages: string[] = []
  const onFailure = ({ message }: ShopError) => void messages.push(message)
  const first = latest(() => slow.promise, onFailure)
  const second = latest(() => broken.promise, onFailure)
  const third = latest(async () => 'third', onFailure)
  slow.resolve('first')
  broken.reject(failure('second'))
  expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, 'third'])
  expect(messages).toEqual([])
})

it('a failure of the latest call is reported, and any other error is thrown', async () => {
  const latest = createLatestAnswer()
  const messages: string[] = []
  const onFailure = ({ message }: ShopError) => void messages.push(message)
  expect(await latest(() => Promise.reject(failure('no')), onFailure)).toBeUndefined()
  expect(messages).toEqual(['no'])
  await expect(latest(() => Promise.reject(new TypeError('broken')), onFailure)).rejects.toThrow('broken')
})

it('the answer of a running call is dropped on request', async () => {
  const latest = createLatestAnswer()
  const answer = latest(
    async () => 'late',
    () => {},
  )
  latest.drop()
  expect(await answer).toBeUndefined()
})
