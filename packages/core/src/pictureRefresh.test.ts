import { expect, it, vi } from 'vitest'
import { createPictureRefresh } from './pictureRefresh.ts'

it('pictures are fetched once for all callers that miss one, not again soon, and again later', async () => {
  let time = 0
  const answers: Array<() => void> = []
  const fetch = vi.fn(() => new Promise<void>((done) => answers.push(done)))
  const renew = createPictureRefresh(fetch, () => time)
  const all = [renew(), renew(), renew()]
  expect(fetch).toHaveBeenCalledTimes(1)
  answers[0]?.()
  await Promise.all(all)
  time = 59_000
  await renew()
  expect(fetch).toHaveBeenCalledTimes(1)
  time = 61_000
  void renew()
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('pictures are not fetched again at once after a failure', async () => {
  let time = 0
  const fetch = vi.fn(async () => {
    throw new Error('no network')
  })
  const renew = createPictureRefresh(fetch, () => time)
  await expect(renew()).rejects.toThrow('no network')
  await renew()
  expect(fetch).toHaveBeenCalledTimes(1)
  time = 61_000
  await expect(renew()).rejects.toThrow()
})
