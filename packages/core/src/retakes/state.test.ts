import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { type Retake, type RetakePrint, retakes } from './contract.ts'
import { createRetakes, exchangedPart, printId } from './state.ts'

const print = { order: 'order', key: 'line', exchanged: { hash: 'new' }, decision: null } as unknown as RetakePrint
const retake = { uuid: 'retake', prints: [print] } as unknown as Retake
const decided = { ...retake, prints: [{ ...print, decision: 'exchange' }] }

it('a decision is sent once on a double click, with what was seen, and the answer is shown', async () => {
  const inputs: unknown[] = []
  const built = aShop(
    answers({
      [retakes.list.name]: [retake],
      [retakes.decide.name]: (input) => {
        inputs.push(input)
        return [decided]
      },
    }),
    'one',
  )
  const part = createRetakes(built.shop)
  await part.load()
  await Promise.all([part.decide(retake, print, 'exchange'), part.decide(retake, print, 'keep')])
  expect(inputs).toEqual([{ retakeUuid: 'retake', order: 'order', key: 'line', decision: 'exchange', hash: 'new' }])
  expect(part.state).toMatchObject({ sending: null, problem: null, list: { value: [decided] } })
})

it('the page that a new picture changes is found', () => {
  const part = (id: string, uuid: string) => ({ id, nodes: [{ kind: 'picture', picture: { uuid } }] })
  const scene = (...uuids: string[]) =>
    ({ scene: { parts: uuids.map((uuid, at) => part(`page ${at}`, uuid)) } }) as never
  expect(exchangedPart({ ordered: scene('a', 'b'), exchanged: scene('a', 'c') })).toBe('page 1')
  expect(exchangedPart({ ordered: scene('a', 'b'), exchanged: scene('c', 'c') })).toBe('page 0')
})

it('a refused decision shows the reason at its print, and the list as it is now', async () => {
  let lists = 0
  const built = aShop(
    answers({
      [retakes.list.name]: () => (++lists === 1 ? [retake] : []),
      [retakes.decide.name]: refusal('retakes.over', 'Too late', 409),
    }),
    'one',
  )
  const part = createRetakes(built.shop)
  await part.load()
  await part.decide(retake, print, 'exchange')
  expect(part.state).toMatchObject({
    sending: null,
    problem: { print: printId(retake, print), text: 'Too late' },
    list: { status: 'ready', value: [] },
  })
})

it('a list that cannot be fetched can be fetched again, and one that was shown stays', async () => {
  const built = aShop(answers({ [retakes.list.name]: [retake] }), 'one')
  built.isOnline = false
  const part = createRetakes(built.shop)
  await part.load()
  expect(part.state.list).toMatchObject({ status: 'failed', error: 'No connection' })
  built.isOnline = true
  await part.load()
  built.isOnline = false
  await part.load()
  expect(part.state.list).toMatchObject({ status: 'ready', value: [retake], error: 'No connection' })
})
