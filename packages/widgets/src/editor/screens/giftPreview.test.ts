import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { describe, expect, it } from 'vitest'
import { aPhotographFile, pixelsOf } from '../../../../server/src/testing/aPhotograph.ts'
import { buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { phone, withPerson, withWorld } from '../../testing/buildPerson.ts'

const world = withWorld()
const { edit } = withPerson(world, 'preact', phone)

const SIZE = { width: 1200, height: 870 }
const PAGE = { x: -3, y: -3, width: 206, height: 91 }
/** Red, green and blue of the product and of the design on it, with white paper underneath. */
const PRODUCT = [40, 160, 70]
const DESIGN = [32, 48, 64]

const around = { kind: 'cylinder', box: { x: 291, y: 168, width: 518, height: 520 } } as const
const mug: Partial<TemplateDefinition> = {
  type: 'PHOTOGIFT',
  trimBox: { width: 200, height: 85 },
  parts: [
    {
      id: 'face',
      descriptions: { en: 'Face' },
      layers: [
        { kind: 'fill', box: PAGE, color: '#ffffff' },
        { kind: 'fill', box: PAGE, color: '#203040' },
        {
          kind: 'text',
          id: 'name',
          box: { x: 70, y: 60, width: 60, height: 14 },
          texts: { en: 'Emma' },
          family: 'Lora',
          size: 20,
          // invisible, so that only a seam could show
          color: '#203040',
          horizontalAlign: 'center',
          verticalAlign: 'middle',
        },
      ],
    },
  ],
  gift: {
    views: [
      {
        part: 'face',
        size: SIZE,
        picture: 'mug.jpg',
        face: { ...around, angle: 170, bend: { top: 52, bottom: 56 }, seen: { from: 0.2, to: 0.8 } },
        cut: 'M250 100H850V600H250Z',
      },
      {
        part: 'face',
        names: { en: 'Left side' },
        size: SIZE,
        picture: 'mug.jpg',
        face: { ...around, angle: 170, bend: { top: 52, bottom: 56 }, seen: { from: -0.3, to: 0.3 } },
      },
    ],
  },
}

describe('the preview of a gift', () => {
  it('[EDT-14] shows the design around its product from every side, without a seam, and clipped to its shape', async () => {
    const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3, Buffer.from(PRODUCT))
    const readAsset = () => aPhotographFile({ ...SIZE, pixels })
    const { app, provider } = world.server
    const { page, press } = await edit(await buildTemplate(app, provider, { definition: mug, readAsset }))
    // this scene was made by the browser
    await press('Edit text')
    await press('Align text')
    await press('Right')
    await press(page.locator('.pk-text-decide').getByRole('button', { name: 'Done' }))
    await press('Done')
    await press('Preview')
    const sides = page.locator('.pk-preview-part')
    await sides.nth(1).waitFor()
    expect(await sides.allTextContents()).toEqual(['Face', 'Left side'])
    await press(sides.first())
    const gift = page.locator('.pk-preview-gift svg')
    await gift.locator('image').first().waitFor()
    await page.waitForLoadState('networkidle')
    let seen = await pixelsOf(await gift.screenshot())
    /** The largest difference of any pixel in a rectangle of the view from a colour, in levels. */
    const off = (from: [number, number], to: [number, number], colour: readonly number[]) => {
      const unit = seen.width / SIZE.width
      let max = 0
      for (let y = Math.ceil(from[1] * unit); y < to[1] * unit; y++) {
        for (let x = Math.ceil(from[0] * unit); x < to[0] * unit; x++) {
          colour.forEach((value, channel) => {
            max = Math.max(max, Math.abs((seen.pixels[(y * seen.width + x) * 3 + channel] as number) - value))
          })
        }
      }
      return max
    }
    expect(off([310, 240], [790, 580], DESIGN)).toBeLessThan(6)
    expect(off([310, 620], [790, 850], PRODUCT)).toBeLessThan(6)
    expect(off([20, 20], [270, 850], PRODUCT)).toBeLessThan(6)
    await press('Next page')
    await page.getByRole('img', { name: /Face, Left side/ }).waitFor()
    await page.waitForLoadState('networkidle')
    seen = await pixelsOf(await gift.screenshot())
    // To the left of the page's middle, outside the page, nothing is printed.
    expect(off([310, 240], [505, 580], PRODUCT)).toBeLessThan(6)
    expect(off([570, 240], [790, 580], DESIGN)).toBeLessThan(6)
  })
})
