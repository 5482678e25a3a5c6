import type { TemplateDefinition } from '../../template/definition.ts'
import { imageSlots } from '../../template/slots.ts'

// 001 §9: group-replacement threshold
const MANY_PICTURES = 4

/**
 * 001 §4: with more than 4 image resources, in neither a calendar nor a card, changing a picture asks 'Replace all pictures?'.
 */
export function asksToReplaceAll(definition: TemplateDefinition): boolean {
  return definition.type === 'PHOTOGIFT' && imageSlots(definition).length > MANY_PICTURES
}
