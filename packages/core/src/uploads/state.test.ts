import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { uploads } from './contract.ts'
import { createUploads } from './state.ts'

const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const own = (uuid: string) => ({ uuid })

it('the pictures among the files are sent, and the others are reported', async () => {
  let count = 0
  const built = aShop(
    answers({
      [uploads.send.name]: () => {
        count += 1
        return { images: [own(`picture ${count}`)] }
      },
      [uploads.recent.name]: () => [own('picture 2'), own('picture 1')] as unknown as object,
    }),
    'one',
  )
  const part = createUploads(built.shop)
  const files = [picture('a.jpg'), new File(['x'], 'b.txt', { type: 'text/plain' }), picture('c.jpg')]
  expect(await part.add(files)).toBe(true)
  expect(part.state).toMatchObject({ sending: 'over', result: true, leftOut: ['b.txt'] })
  expect(part.state.images).toHaveLength(2)
})

it('a picture that the server refuses is not sent again, and counts as a failure', async () => {
  const built = aShop(answers({ [uploads.send.name]: refusal('uploads.unreadable', 'No picture') }), 'one')
  const part = createUploads(built.shop)
  expect(await part.add([picture('a.jpg')])).toBe(false)
  expect(part.state.files[0]).toMatchObject({ status: -1, refusal: { text: 'No picture' } })
  await part.again()
  expect(built.sent.filter((name) => name === uploads.send.name)).toHaveLength(1)
  part.dismiss()
  expect(part.state).toMatchObject({ files: [], sending: 'idle', result: null })
})

it('everything is forgotten at a sign-out', async () => {
  const built = aShop(answers({ [uploads.recent.name]: [own('one')] }), 'one')
  const part = createUploads(built.shop)
  await part.load()
  expect(part.state.images).toHaveLength(1)
  built.shop.events.emit('pk-logout', {})
  expect(part.state).toMatchObject({ status: 'idle', images: [] })
})
