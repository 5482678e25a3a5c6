import { pathOf, type Route } from '../../routes.ts'
import type { TemplateDefinition } from '../../template/definition.ts'
import { routeWords } from '../../template/routeWords.ts'
import type { EditorInstance } from './instance.ts'

/** The route of the editor for a template. */
export function editorRoute(type: TemplateDefinition['type'], product: string, template: string): Route {
  const params = { type: routeWords[type], productUuid: product, templateUuid: template }
  return { name: 'products.create', params }
}

/** The path of the editor for a template, to return to after the login. */
export function editorPath({ definition, product }: EditorInstance, template: string): string {
  const { name, params } = editorRoute(definition.type, product, template)
  return pathOf(name, params)
}
