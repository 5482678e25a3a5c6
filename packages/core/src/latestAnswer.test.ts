import { expect, it } from 'vitest'
import { ShopError } from './errors.ts'
import { createLatestAnswer } from './latestAnswer.ts'

const failure = (error: string) => new ShopError('failure', { error, reason: 'any' }, 400)

it('drops an answer that was overtaken, and its failure', async () => {
  const latest = createLatestAnswer()
  const [slow, broken] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const messages: string[] = []
  const tell = ({ message }: ShopError) => void messages.push(message)
  const first = latest(() => slow.promise, tell)
  const second = latest(() => broken.promise, tell)
  const third = latest(async () => 'third', tell)
  slow.resolve('first')
  broken.reject(failure('second'))
  expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, 'third'])
  expect(messages).toEqual([])
})

it('tells of a failure that counts, and throws what is no failure of a call', async () => {
  const latest = createLatestAnswer()
  const messages: string[] = []
  const tell = ({ message }: ShopError) => void messages.push(message)
  expect(await latest(() => Promise.reject(failure('no')), tell)).toBeUndefined()
  expect(messages).toEqual(['no'])
  await expect(latest(() => Promise.reject(new TypeError('broken')), tell)).rejects.toThrow('broken')
})

it('drops what is on its way when it is told to', async () => {
  const latest = createLatestAnswer()
  const answer = latest(
    async () => 'late',
    () => {},
  )
  latest.drop()
  expect(await answer).toBeUndefined()
})
