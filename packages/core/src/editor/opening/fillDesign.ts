import { cleanText } from '../../template/cleanText.ts'
import type { TemplateDefinition, TextLayer } from '../../template/definition.ts'
import type { DesignContent, Resource } from '../../template/design.ts'
import { textSlots, withStyleOf } from '../../template/slots.ts'
import type { Fill } from '../design/fetchTemplate.ts'

/**
 * The initial content of a design. Work done signed out is kept; empty slots get the pictures that are available now, and texts
 * that nobody has written get the names.
 */
export function fillDesign(
  definition: TemplateDefinition,
  { userResources, year }: Fill,
  { subject, previous }: { subject: string | null; previous: DesignContent | undefined },
): DesignContent {
  const template = { uuid: definition.uuid, version: definition.version }
  const before = new Map(previous?.resources.map((resource) => [resource.fullId, resource]))
  const layers = new Map(textSlots(definition).map(({ fullId, layer }) => [fullId, layer]))
  const resources = userResources.map((resource): Resource => {
    const own = before.get(resource.fullId)
    if (own?.type === 'IMAGE') return own.image ? own : resource
    if (own?.type !== 'STRING' || !own.text || resource.type !== 'STRING') return resource
    const layer = layers.get(resource.fullId)
    return layer && own.text !== resource.text && isSample(layer, own.text) ? withStyleOf(own, resource) : own
  })
  const chosenYear = previous?.year ?? year
  return { template, subject, resources, ...(chosenYear === null ? {} : { year: chosenYear }) }
}

/** Whether a text is the template's own, in any language: the visitor may have changed it. */
function isSample({ texts }: TextLayer, text: string): boolean {
  return Object.values(texts).some((sample) => cleanText(sample).trim() === text.trim())
}
