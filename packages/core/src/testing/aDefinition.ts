import { contentOf, createInstance, type EditorInstance } from '../editor/design/instance.ts'
import type { TemplateDefinition } from '../template/definition.ts'
import type { Resource } from '../template/design.ts'

/** Values for tests of the editor. */

export const pictureUuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

/** A card with two pictures and two texts on its front and one text inside; one picture and one text are fixed. */
export function aDefinition(change: Partial<TemplateDefinition> = {}): TemplateDefinition {
  const box = { x: 10, y: 10, width: 60, height: 80 }
  const text = {
    family: 'Lora',
    size: 24,
    color: '#000000',
    horizontalAlign: 'center',
    verticalAlign: 'middle',
  } as const
  return {
    format: 1,
    uuid: '11111111-0000-4000-8000-000000000001',
    version: 3,
    names: { en: 'A card' },
    type: 'CARDS',
    product: '22222222-0000-4000-8000-000000000001',
    categories: ['thank-you'],
    trimBox: { width: 150, height: 150 },
    bleed: 3,
    safe: 5,
    parts: [
      {
        id: 'front',
        descriptions: { en: 'Front' },
        layers: [
          { kind: 'fill', box: { x: -3, y: -3, width: 156, height: 156 }, color: '#ffffff' },
          { kind: 'image', id: 'left', names: { en: 'Portrait', de: 'Porträt' }, box },
          { kind: 'image', id: 'right', names: { en: 'Portrait', de: 'Porträt' }, box: { ...box, x: 80, width: 40 } },
          { kind: 'image', id: 'badge', box, disableEdit: true },
          { kind: 'text', id: 'title', box, texts: { en: 'Hello' }, ...text },
          { kind: 'text', id: 'seal', box, texts: { en: 'Studio' }, ...text, disableEdit: true },
        ],
      },
      {
        id: 'inside',
        descriptions: { en: 'Inside' },
        layers: [{ kind: 'text', id: 'name', box, texts: { en: '' }, fill: 'name', ...text }],
      },
    ],
    ...change,
  }
}

export function anImage(fullId: string, digit: number, change: object = {}): Resource {
  return {
    fullId,
    type: 'IMAGE',
    image: {
      uuid: pictureUuid(digit),
      width: 1600,
      height: 2000,
      rotation: 0,
      cropRect: { x: 50, y: 0, width: 1500, height: 2000 },
      overrideEffect: 'original',
      ...change,
    },
  }
}

/** The card with a picture on the left only. */
export function anInstance(change: Partial<TemplateDefinition> = {}): EditorInstance {
  const definition = aDefinition(change)
  const resources: Resource[] = [
    anImage('front.left', 1),
    { fullId: 'front.right', type: 'IMAGE', image: null },
    anImage('front.badge', 2),
    { fullId: 'front.title', type: 'STRING', text: 'Hello' },
    { fullId: 'front.seal', type: 'STRING', text: 'Studio' },
    { fullId: 'inside.name', type: 'STRING', text: 'Emma Carter' },
  ]
  return createInstance(definition, definition.product, null, contentOf(resources, null))
}
