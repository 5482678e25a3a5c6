import type { TemplateDefinition } from '../../packages/core/src/template/definition.ts'
import { type FillPicture, fillResources } from '../../packages/core/src/template/fillResources.ts'
import { fontTexts, layOut } from '../../packages/core/src/template/layOut.ts'
import type { Scene } from '../../packages/core/src/template/scene.ts'
import { shaper } from '../../packages/server/src/features/template/fonts/fonts.ts'

/** A square card of 15 x 15 cm with four pictures, one of them over the whole sheet, and three texts. */
const card: TemplateDefinition = {
  format: 1,
  uuid: '0d6f2a58-8f0e-4c3e-8a7e-6b1f5f3f7a01',
  version: 1,
  names: { en: 'Card' },
  type: 'CARDS',
  product: '0d6f2a58-8f0e-4c3e-8a7e-6b1f5f3f7a02',
  categories: [],
  trimBox: { width: 150, height: 150 },
  bleed: 3,
  safe: 5,
  parts: [
    {
      id: 'front',
      descriptions: { en: 'Front' },
      layers: [
        { kind: 'fill', box: { x: -3, y: -3, width: 156, height: 156 }, color: '#f5eee3' },
        { kind: 'image', id: 'ground', box: { x: -3, y: -3, width: 156, height: 156 } },
        { kind: 'image', id: 'left', box: { x: 8, y: 60, width: 42, height: 52 } },
        { kind: 'image', id: 'middle', box: { x: 54, y: 60, width: 42, height: 52 }, radius: 21 },
        { kind: 'image', id: 'right', box: { x: 100, y: 60, width: 42, height: 52 } },
        ...['Emma Carter', 'Thank you for everything', 'With love'].map((text, index) => ({
          kind: 'text' as const,
          id: `text-${index}`,
          box: { x: 10, y: 114 + index * 11, width: 130, height: 11 },
          texts: { en: text },
          family: ['Playfair Display', 'Lora', 'Sacramento'][index] as string,
          size: 18,
          color: '#ffffff',
          horizontalAlign: 'center' as const,
          verticalAlign: 'middle' as const,
        })),
      ],
    },
  ],
}

/** The card's scene with these pictures. */
export async function cardScene(pictures: readonly FillPicture[]): Promise<Scene> {
  const setting = { names: {}, language: 'en' }
  const template = { uuid: card.uuid, version: card.version }
  const resources = fillResources(card, { pictures }, { language: 'en' })
  const content = { template, subject: null, resources }
  await shaper().prepare(fontTexts(card, content, setting))
  return layOut(card, content, { ...setting, shaper: shaper() })
}
