import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { type FillSubject, fillResources } from '@portraitkit/core/template/fillResources.ts'
import { fontTexts } from '@portraitkit/core/template/layOut.ts'
import { startYear } from '@portraitkit/core/template/year.ts'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/failure.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { isGranted } from '../../access/grants.ts'
import { defaultBackground, listBackgrounds } from '../../backgrounds/collection.ts'
import { findDeliveredSets } from '../../jobs/collection.ts'
import { shaper } from '../fonts/fonts.ts'

/** The data for visitors: no pictures. */
const NOBODY: FillSubject = { pictures: [] }

/**
 * The data for filling a template for a customer: names and pictures of one of their subjects, or none. Throws
 * Failure('picture-sets.unknown') for a subject that is not theirs.
 */
export async function fillSubjectOf(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  subject: string | null,
): Promise<FillSubject> {
  if (subject === null) return NOBODY
  const granted = customerUuid !== null && (await isGranted(app, provider, customerUuid, subject))
  const [set] = granted ? await findDeliveredSets(app, provider.key, [subject]) : []
  if (!set) throw new Failure('picture-sets.unknown')
  const backgrounds = await listBackgrounds(app, provider.key)
  const pictures = set.pictures.map((each) => ({ ...each, ...defaultBackground(backgrounds, set.job, each) }))
  return { name: set.subject.name, group: set.subject.group, pictures }
}

/** A new design of a template, every slot filled, every text small enough to fit. */
export async function fillDesign(
  app: App,
  definition: TemplateDefinition,
  filled: FillSubject,
  { subject, language }: { subject: string | null; language: string },
): Promise<DesignContent> {
  const year = startYear(definition, app.clock())
  const empty: DesignContent = {
    template: { uuid: definition.uuid, version: definition.version },
    subject,
    resources: [],
    ...(year === undefined ? {} : { year }),
  }
  await shaper().prepare(fontTexts(definition, empty, { names: filled, language }))
  return { ...empty, resources: fillResources(definition, filled, { language, shaper: shaper() }) }
}
