import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { type AShop, aShop } from '../testing/aShop.ts'
import { uploads } from './contract.ts'
import { MAX_FILE_BYTES } from './limits.ts'
import { isPicture, queuedFile, totalProgress, type UploadFile } from './queue.ts'
import { createUploads } from './state.ts'

const picture = (name = 'a.jpg') => new File(['x'], name, { type: 'image/jpeg' })
const sends = ({ sent }: AShop) => sent.filter((name) => name === uploads.send.name).length

/** The inbox, on a server that gives one answer to each upload in turn, and then the last one again. */
function at(...replies: object[]) {
  const arrived = { images: [{ uuid: 'kept' }] }
  const built = aShop(
    answers({
      [uploads.send.name]: () => (replies.length > 0 ? (replies.shift() as object) : arrived),
      [uploads.recent.name]: [{ uuid: 'kept' }],
    }),
    'one',
  )
  return { built, part: createUploads(built.shop) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[UPL-1] a file', () => {
  it('is a picture by its type, and is refused if it is too large', () => {
    expect([picture(), new File([], 'a.pdf', { type: 'application/pdf' }), new File([], 'a')].map(isPicture)).toEqual([
      true,
      false,
      false,
    ])
    expect(queuedFile(1, { name: 'a', size: MAX_FILE_BYTES } as File)).toMatchObject({ status: 0, refusal: null })
    expect(queuedFile(1, { name: 'a', size: MAX_FILE_BYTES + 1 } as File)).toMatchObject({
      status: -1,
      refusal: { reason: 'uploads.too_large' },
    })
  })

  it('is queued, then uploading, two at once, then done', async () => {
    const { built, part } = at()
    const way = Promise.withResolvers<void>()
    built.onAnswer = (name) => (name === uploads.send.name ? way.promise : undefined)
    const added = part.add([picture('a'), picture('b'), picture('c')])
    await vi.advanceTimersByTimeAsync(0)
    expect([part.state.files.map(({ status }) => status), sends(built)]).toEqual([[1, 1, 0], 2])
    way.resolve()
    expect(await added).toBe(true)
    expect(part.state.files.map(({ status, progress }) => [status, progress])).toEqual(Array(3).fill([2, 1]))
  })

  it('counts by its size in the progress of all files, unless it has failed or was refused', () => {
    const file = (bytes: number, change: Partial<UploadFile>): UploadFile => ({
      ...{ id: 1, name: 'a', bytes, status: 1, progress: 0, retrying: false, refusal: null },
      ...change,
    })
    expect(totalProgress([])).toBe(0)
    expect(totalProgress([file(300, { status: 2, progress: 1 }), file(100, { progress: 0 })])).toBe(0.75)
    expect(totalProgress([file(100, { progress: 0.5 }), file(100, { status: -1, progress: 1 })])).toBe(0.25)
    const refusal = { reason: 'any', text: '' }
    expect(totalProgress([file(100, { status: 2, progress: 1 }), file(900, { status: -1, refusal })])).toBe(1)
  })
})

describe('[UPL-2] a file that did not arrive', () => {
  it('is sent again after five seconds, and shows that meanwhile', async () => {
    const { built, part } = at(refusal('any', 'Overloaded', 503))
    const added = part.add([picture()])
    await vi.advanceTimersByTimeAsync(4999)
    expect([sends(built), part.state.files[0]]).toMatchObject([1, { status: 1, retrying: true }])
    await vi.advanceTimersByTimeAsync(1)
    expect([await added, sends(built)]).toEqual([true, 2])
    expect(part.state.files[0]).toMatchObject({ status: 2, retrying: false })
  })

  it('has failed after five more attempts, as has the whole upload; it can be sent again', async () => {
    const { built, part } = at()
    built.isOnline = false
    const added = part.add([picture()])
    await vi.advanceTimersByTimeAsync(5 * 5000)
    expect([await added, sends(built)]).toEqual([false, 6])
    expect(part.state).toMatchObject({ sending: 'over', result: false, files: [{ status: -1, refusal: null }] })
    built.isOnline = true
    expect(await part.again()).toBe(true)
    expect(part.state).toMatchObject({ result: true, files: [{ status: 2 }] })
  })

  it('is not sent again after the server has refused it', async () => {
    const { built, part } = at(refusal('uploads.unreadable', 'No picture', 400))
    expect(await part.add([picture()])).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sends(built)).toBe(1)
  })

  it('is not sent again after a stop, nor after its customer has signed out', async () => {
    for (const end of ['stop', 'sign out'] as const) {
      const { built, part } = at()
      built.isOnline = false
      const added = part.add([picture()])
      await vi.advanceTimersByTimeAsync(1000)
      if (end === 'stop') part.stop()
      else built.shop.events.emit('pk-logout', {})
      await vi.advanceTimersByTimeAsync(60_000)
      expect([await added, sends(built)], end).toEqual([false, 1])
      expect(part.state, end).toMatchObject({ files: [], sending: 'idle', result: null })
    }
  })
})

it('a picture that arrives after a stop is not shown as sent', async () => {
  const { built, part } = at()
  const way = Promise.withResolvers<void>()
  built.onAnswer = () => way.promise
  const added = part.add([picture()])
  await vi.advanceTimersByTimeAsync(0)
  part.stop()
  way.resolve()
  expect(await added).toBe(false)
  expect(part.state.files).toEqual([])
})
