import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { digitalPortraits } from './contract.ts'
import { createDigitalPortraits } from './state.ts'

it('a refusal is shown at its picture, and the next press is sent', async () => {
  const built = aShop(answers({ [digitalPortraits.toggleFile.name]: refusal('any', 'Not for sale') }), 'one')
  const part = createDigitalPortraits(built.shop)
  const pressed = part.toggle({ file: 'one' }, true)
  expect(part.state.busy).toEqual({ one: true })
  await Promise.all([pressed, part.toggle({ file: 'one' }, true)])
  expect(built.sent).toEqual([digitalPortraits.toggleFile.name])
  expect(part.state).toMatchObject({ busy: {}, problems: { one: 'Not for sale' } })
})

it('a download has an address, or none and a reason', async () => {
  const built = aShop(answers({ [digitalPortraits.ticket.name]: { href: '/file' } }), 'one')
  const part = createDigitalPortraits(built.shop)
  expect(await part.download({ file: 'one' })).toBe('/file')
  built.isOnline = false
  expect(await part.download({ file: 'one' })).toBeNull()
  expect(part.state.problems).toEqual({ one: 'No connection' })
})
