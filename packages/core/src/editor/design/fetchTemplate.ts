import { createProviderSettings } from '../../provider/state.ts'
import type { Shop } from '../../shop.ts'
import { templates } from '../../template/contract.ts'
import type { TemplateDefinition } from '../../template/definition.ts'
import type { Resource } from '../../template/design.ts'
import { editor } from '../contract.ts'
import type { FilledTemplate } from './carryOver.ts'

export type Fill = { userResources: Resource[]; year: number | null }

/** The content of a new design of a template. */
export function fillOf(shop: Shop, uuid: string, subject: string | null): Promise<Fill> {
  return shop.call(editor.fillTemplate, { template: { uuid }, subject: { uuid: subject } })
}

/** A template; if the provider has switched the image toolbox off, the template has none (001 §6). */
export async function fetchDefinition(
  shop: Shop,
  { uuid, version }: { uuid: string; version?: number },
): Promise<TemplateDefinition> {
  const definition =
    version === undefined
      ? await shop.call(templates.byUuid, { uuid })
      : await shop.call(templates.byUuidAndVersion, { uuid, version: String(version) })
  const { settings } = shop.part(createProviderSettings).state
  return settings?.options.disableImageToolbox ? { ...definition, disableImageToolbox: true } : definition
}

/** A template filled for a subject as a new design. Throws ShopError. */
export async function fetchFilledTemplate(shop: Shop, uuid: string, subject: string | null): Promise<FilledTemplate> {
  const [definition, { userResources, year }] = await Promise.all([
    fetchDefinition(shop, { uuid }),
    fillOf(shop, uuid, subject),
  ])
  return { definition, resources: userResources, year }
}
