import type { Design, OwnTemplate } from '@portraitkit/core/editor/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { App } from '../../platform/app.ts'
import { templateOf } from '../template/collection.ts'

/** A saved design as an item of 001 §7 "by-product": the template and its content. Null if the template no longer exists. */
export async function ownTemplate(
  app: App,
  provider: string,
  { uuid, version, changed, content }: Design,
  language: string,
): Promise<OwnTemplate | null> {
  const { template, subject, resources, year } = content
  const definition = await templateOf(app, provider, template.uuid, template.version)
  if (!definition) return null
  return {
    design: uuid,
    version,
    changed,
    template: { ...template, name: inLanguage(definition.names, language) },
    subject: { uuid: subject },
    userResources: resources,
    year: year ?? null,
  }
}
