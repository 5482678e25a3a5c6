import { pathOf, type Route } from '../../routes.ts'
import type { TemplateDefinition } from '../../template/definition.ts'
import type { EditorInstance } from './instance.ts'

// The type words of the routes (001 §2.2).
export const typeWords = {
  CARDS: 'cards',
  CALENDAR: 'calendars',
  PHOTOGIFT: 'photogifts',
} as const satisfies Record<TemplateDefinition['type'], string>

/** The editor of a template, at its address. */
export function editorRoute(type: TemplateDefinition['type'], product: string, template: string): Route {
  const params = { type: typeWords[type], productUuid: product, templateUuid: template }
  return { name: 'products.create', params }
}

/** The address of the editor for a template, to come back to after the login. */
export function editorPath({ definition, product }: EditorInstance, template: string): string {
  const { name, params } = editorRoute(definition.type, product, template)
  return pathOf(name, params)
}
