import { expect, it } from 'vitest'
import { ShopError } from './errors.ts'
import { createLatestAnswer } from './latestAnswer.ts'

const failure = (error: string) => new ShopError('failure', { error, reason: 'any' }, 400)

it('drops an outdated answer and its failure', async () => {
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

it('reports a failure of the latest call, and throws any other error', async () => {
  const latest = createLatestAnswer()
  const messages: string[] = []
  const onFailure = ({ message }: ShopError) => void messages.push(message)
  expect(await latest(() => Promise.reject(failure('no')), onFailure)).toBeUndefined()
  expect(messages).toEqual(['no'])
  await expect(latest(() => Promise.reject(new TypeError('broken')), onFailure)).rejects.toThrow('broken')
})

it('drops the answer of a running call on request', async () => {
  const latest = createLatestAnswer()
  const answer = latest(
    async () => 'late',
    () => {},
  )
  latest.drop()
  expect(await answer).toBeUndefined()
})
