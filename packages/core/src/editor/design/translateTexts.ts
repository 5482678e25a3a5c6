import { inLanguage } from '../../schemas.ts'
import type { TemplateDefinition } from '../../template/definition.ts'
import { textSlots } from '../../template/slots.ts'
import type { Content, EditorInstance } from './instance.ts'
import { textOf } from './instance.ts'

/** The design in another language: the template's own texts are translated, the customer's texts stay. */
export function translateTexts(instance: EditorInstance, from: string, to: string): EditorInstance {
  const { saved } = instance
  const content = contentIn(instance.definition, instance.content, from, to)
  const before = saved && contentIn(saved.definition, saved.content, from, to)
  if (content === instance.content && before === saved?.content) return instance
  return { ...instance, content, saved: saved && before ? { ...saved, content: before } : saved }
}

function contentIn(definition: TemplateDefinition, content: Content, from: string, to: string): Content {
  const changed = textSlots(definition).flatMap(({ fullId, layer }) => {
    const resource = textOf(content, fullId)
    const [was, is] = [inLanguage(layer.texts, from), inLanguage(layer.texts, to)]
    // Its size was fitted to the old text.
    const { overrideSize: _size, ...rest } = resource ?? { fullId: '' }
    return resource && was !== is && was !== '' && resource.text.trim() === was.trim()
      ? [[fullId, { ...rest, fullId, type: 'STRING' as const, text: is }] as const]
      : []
  })
  if (changed.length === 0) return content
  return { ...content, resources: { ...content.resources, ...Object.fromEntries(changed) } }
}
