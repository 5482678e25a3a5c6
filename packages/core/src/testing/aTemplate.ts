import type { TemplateDefinition } from '../template/definition.ts'
import type { DesignContent, ImageResource, Resource } from '../template/design.ts'

/** Values for tests: a square card with two pictures, a name and a greeting. */

export const TEMPLATE = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a01'
export const PRODUCT = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a02'
export const aPictureUuid = (number: number) => `3f0d6c1e-5a52-4b8e-9a1c-${String(number).padStart(12, '0')}`

export function aTemplate(change: Partial<TemplateDefinition> = {}): TemplateDefinition {
  const text = { family: 'Lora', color: '#2b2723', horizontalAlign: 'center', verticalAlign: 'middle' } as const
  return {
    format: 1,
    uuid: TEMPLATE,
    version: 1,
    names: { en: 'Square card', de: 'Quadratische Karte' },
    type: 'CARDS',
    product: PRODUCT,
    categories: ['portrait'],
    trimBox: { width: 150, height: 150 },
    bleed: 3,
    safe: 5,
    parts: [
      {
        id: 'front',
        descriptions: { en: 'Front', de: 'Vorderseite' },
        layers: [
          { kind: 'fill', box: { x: -3, y: -3, width: 156, height: 156 }, color: '#f7f2ea' },
          { kind: 'image', id: 'large', box: { x: 10, y: 10, width: 130, height: 100 } },
          { kind: 'image', id: 'small', box: { x: 100, y: 85, width: 40, height: 40 }, radius: 20 },
          {
            kind: 'text',
            id: 'name',
            box: { x: 10, y: 112, width: 85, height: 16 },
            texts: { en: 'Emma', de: 'Emma' },
            fill: 'name',
            size: 28,
            ...text,
          },
          {
            kind: 'text',
            id: 'greeting',
            box: { x: 10, y: 130, width: 130, height: 12 },
            texts: { en: 'First day of school', de: 'Erster Schultag' },
            size: 12,
            tracking: 120,
            uppercase: true,
            ...text,
          },
        ],
      },
    ],
    ...change,
  }
}

export function anImage(fullId: string, change: Partial<NonNullable<ImageResource['image']>> = {}): ImageResource {
  return {
    fullId,
    type: 'IMAGE',
    image: {
      uuid: aPictureUuid(1),
      width: 1600,
      height: 2000,
      rotation: 0,
      cropRect: { x: 0, y: 100, width: 1600, height: 1230.77 },
      overrideEffect: 'original',
      ...change,
    },
  }
}

export function aContent(resources: Resource[] = [], change: Partial<DesignContent> = {}): DesignContent {
  return { template: { uuid: TEMPLATE, version: 1 }, subject: null, resources, ...change }
}
