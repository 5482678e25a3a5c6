import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { factsOf, shotFacts } from './shotFacts.ts'

const aShot = (IFD0: Record<string, string>, IFD2: Record<string, string>) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#888' } })
    .withExif({ IFD0, IFD2 })
    .jpeg()
    .toBuffer()

describe('the facts of a shot', () => {
  it('are its time with fractions and the distance from UTC, the camera and its number', async () => {
    const file = await aShot(
      { Make: 'Canon', Model: 'Canon EOS R6' },
      {
        DateTimeOriginal: '2026:09:01 10:20:30',
        SubSecTimeOriginal: '07',
        OffsetTimeOriginal: '+02:30',
        BodySerialNumber: '0123456789',
      },
    )
    expect(await shotFacts(file)).toEqual({
      time: { local: Date.UTC(2026, 8, 1, 10, 20, 30) + 70, offset: 150 },
      model: 'Canon EOS R6',
      serial: '0123456789',
    })
  })

  it('are west of UTC less', async () => {
    const file = await aShot({}, { DateTimeOriginal: '2026:09:01 10:20:30', OffsetTimeOriginal: '-05:00' })
    expect((await shotFacts(file)).time?.offset).toBe(-300)
  })

  it('are empty for a file without them, a damaged one, and one that is not a picture', async () => {
    const nothing = { time: null, model: '', serial: '' }
    const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    expect(await shotFacts(plain)).toEqual(nothing)
    expect(await shotFacts(plain.subarray(0, 30))).toEqual(nothing)
    expect(await shotFacts(Buffer.from('a letter'))).toEqual(nothing)
    expect(await shotFacts(Buffer.alloc(0))).toEqual(nothing)
    expect(await shotFacts(await aShot({}, { DateTimeOriginal: 'yesterday' }))).toMatchObject(nothing)
  })

  it('are never invented for a block with any byte changed or cut off', async () => {
    const file = await aShot({ Make: 'Nikon', Model: 'Z6' }, { DateTimeOriginal: '2026:09:01 10:20:30' })
    const { exif } = await sharp(file).metadata()
    const block = exif as Buffer
    for (let at = 0; at < block.length; at++) {
      for (const value of [0, 0x41, 0xff]) {
        const changed = Buffer.from(block)
        changed[at] = value
        const { time, model } = factsOf(changed)
        if (time) expect(Number.isFinite(time.local)).toBe(true)
        expect(model.length).toBeLessThanOrEqual(130)
      }
      expect(() => factsOf(block.subarray(0, at))).not.toThrow()
    }
  })
})
