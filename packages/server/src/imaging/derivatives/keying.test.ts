import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { photographs } from '../../../../../scripts/photographs.ts'
import { riverside } from '../../demo/people.ts'
import { drawPicture } from '../../demo/picture.ts'
import { BACKDROPS, portrait } from '../../demo/scenes.ts'
import { aGreenScreenShot, type GreenScreenShot } from '../../testing/buildGreenScreen.ts'
import { keyOut } from './keying.ts'
import { keyOutInWorker } from './keyOutInWorker.ts'

type CutOutPixels = { width: number; height: number; rgba: Uint8ClampedArray }

async function decodeAndKeyOut(jpeg: Buffer): Promise<CutOutPixels> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const rgba = keyOut({ width: info.width, height: info.height, pixels: data })
  if (!rgba) throw new Error('No green screen was found')
  return { width: info.width, height: info.height, rgba }
}

/** By how much green exceeds the other colours along the edge of a cut-out: the maximum, ignoring one pixel in ten thousand. */
function greenestEdge({ width, height, rgba }: CutOutPixels): number {
  const found: number[] = []
  for (let at = 0; at < width * height; at++) {
    const [r, g, b, alpha] = [...rgba.subarray(at * 4, at * 4 + 4)] as [number, number, number, number]
    if (alpha < 8 || !isEdge(rgba, at, width, height)) continue
    found.push(((g - Math.max(r, b)) * alpha) / 255)
  }
  found.sort((one, other) => one - other)
  return found[Math.floor(found.length * 0.9999)] as number
}

/** Whether a pixel is half transparent, or next to a transparent one. */
function isEdge(rgba: Uint8ClampedArray, at: number, width: number, height: number): boolean {
  if ((rgba[at * 4 + 3] as number) < 250) return true
  const [x, y] = [at % width, Math.floor(at / width)]
  const alphaAt = (dx: number, dy: number) => {
    const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height
    return inside ? (rgba[((y + dy) * width + x + dx) * 4 + 3] as number) : 255
  }
  return [-2, 2].some((step) => alphaAt(step, 0) < 128 || alphaAt(0, step) < 128)
}

/** Mean error of the transparency, 0 to 255, over the whole picture. */
function alphaError({ rgba }: CutOutPixels, truth: GreenScreenShot): number {
  let sum = 0
  for (let at = 0; at < truth.alpha.length; at++)
    sum += Math.abs((rgba[at * 4 + 3] as number) - (truth.alpha[at] as number))
  return sum / truth.alpha.length
}

/** The pixel at a place given in hundredths of the width and the height. */
function pixelAt({ width, height, rgba }: CutOutPixels, x: number, y: number): number[] {
  const at = (Math.floor((y / 100) * height) * width + Math.floor((x / 100) * width)) * 4
  return [...rgba.subarray(at, at + 4)]
}

describe('a photograph before a green screen', () => {
  it.each([
    ['as a good camera takes it', { noise: 2, quality: 95 }, 1.2],
    ['with noise and JPEG artefacts', { noise: 4, quality: 88 }, 1.2],
    ['in poor light, much compressed', { noise: 9, quality: 70 }, 2],
  ])('is cut out with its hair, %s', async (_name, shot, limit) => {
    const truth = await aGreenScreenShot(shot)
    const cutOut = await decodeAndKeyOut(truth.jpeg)
    expect(alphaError(cutOut, truth)).toBeLessThan(limit)
    expect(greenestEdge(cutOut)).toBeLessThan(10)
  })

  it('is transparent between arm and body, and keeps a green shirt whole', async () => {
    const cutOut = await decodeAndKeyOut((await aGreenScreenShot()).jpeg)
    expect(pixelAt(cutOut, 81, 84)[3]).toBe(0)
    const [red = 0, green = 0, blue = 0, alpha] = pixelAt(cutOut, 49, 81)
    expect(alpha).toBe(255)
    expect(green - Math.max(red, blue)).toBeGreaterThan(25)
    // a face stays unchanged
    const [r = 0, g = 0, b = 0] = pixelAt(cutOut, 50, 34)
    expect(Math.abs(r - 217) + Math.abs(g - 163) + Math.abs(b - 127)).toBeLessThan(45)
  })

  it('from the demo world has no green along its edges', async () => {
    const [child] = riverside
    if (!child) throw new Error('The club has no players')
    const drawn = await drawPicture(await portrait(child.looks, 1, BACKDROPS.green))
    const cutOut = await decodeAndKeyOut(drawn)
    expect(greenestEdge(cutOut)).toBeLessThan(10)
    const opaque = cutOut.rgba.filter((value, at) => at % 4 === 3 && value === 255).length
    expect(opaque / (cutOut.width * cutOut.height)).toBeGreaterThan(0.25)
    expect(pixelAt(cutOut, 5, 5)[3]).toBe(0)
  })

  it('gives the same result in a worker thread', async () => {
    const { jpeg } = await aGreenScreenShot({ width: 300, height: 375 })
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    const shot = { width: info.width, height: info.height, pixels: data }
    const aside = await keyOutInWorker(shot)
    expect(aside?.equals(Buffer.from(keyOut(shot)?.buffer as ArrayBuffer))).toBe(true)
    expect(data.length).toBe(info.width * info.height * 3)
  })
})

describe('a photograph without a green screen', () => {
  it('is recognised: landscapes, leaves and lawns are not screens', async () => {
    for (const { file } of (await photographs()).slice(3)) {
      const { data, info } = await sharp(file).resize(900, 900, { fit: 'inside' }).removeAlpha().raw().toBuffer({
        resolveWithObject: true,
      })
      const found = keyOut({ width: info.width, height: info.height, pixels: data })
      expect([file.split('/').at(-1), found === null]).toEqual([file.split('/').at(-1), true])
    }
  })
})
