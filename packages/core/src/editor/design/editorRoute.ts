import type { Route } from '../../routes.ts'
import type { TemplateDefinition } from '../../template/definition.ts'
import { routeWords } from '../../template/routeWords.ts'

/** The route of the editor for a template. */
export function editorRoute(type: TemplateDefinition['type'], product: string, template: string): Route {
  const params = { type: routeWords[type], productUuid: product, templateUuid: template }
  return { name: 'products.create', params }
}
