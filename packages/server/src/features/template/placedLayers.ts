import type { Layer, TemplateDefinition } from '@portraitkit/core/template/definition.ts'

/** Every layer of a template, with its path in the JSON. */
export function placedLayers({ parts }: Pick<TemplateDefinition, 'parts'>): Array<{ layer: Layer; path: string }> {
  return parts.flatMap(({ layers }, part) =>
    layers.map((layer, index) => ({ layer, path: `parts.${part}.layers.${index}` })),
  )
}
