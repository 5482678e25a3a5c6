import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { adobeRgbProfile } from '../../../../../scripts/photographs.ts'
import { isSrgbProfile, srgbProfile, tagPngAsSrgb } from './srgb.ts'

async function pictureWithProfile(profile: string): Promise<Buffer> {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } })
  return (await sharp(await image.withIccProfile(profile).jpeg().toBuffer()).metadata()).icc as Buffer
}

it('distinguishes sRGB from other profiles by its numbers', async () => {
  const srgb = await srgbProfile()
  expect(isSrgbProfile(srgb)).toBe(true)
  const adobe = await readFile(await adobeRgbProfile())
  for (const other of [adobe, await pictureWithProfile('p3'), await pictureWithProfile('cmyk')])
    expect(isSrgbProfile(other)).toBe(false)
})

it('treats a damaged profile as unknown', async () => {
  const srgb = await srgbProfile()
  for (const length of [0, 20, 130, 200]) expect(isSrgbProfile(srgb.subarray(0, length))).toBe(false)
  const wild = Buffer.from(srgb)
  wild.writeUInt32BE(0xfffffff0, wild.indexOf('rXYZ') + 4)
  expect(isSrgbProfile(wild)).toBe(false)
})

it('a PNG that names sRGB still opens', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#4568' } })
    .png()
    .toBuffer()
  const named = tagPngAsSrgb(png)
  expect(named.includes('sRGB')).toBe(true)
  const [before, after] = await Promise.all(
    [png, named].map((file) => sharp(file, { failOn: 'warning' }).raw().toBuffer()),
  )
  expect(after).toEqual(before)
})
