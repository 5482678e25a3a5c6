import type { editor as contract } from '@portraitkit/core/editor/contract.ts'
import type { AnswerOf, InputOf } from '@portraitkit/core/endpoint.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { TextResource } from '@portraitkit/core/template/design.ts'
import { fillTexts } from '@portraitkit/core/template/fillResources.ts'
import { fontTexts, type SubjectNames } from '@portraitkit/core/template/layOut.ts'
import { imageSlots, textSlots } from '@portraitkit/core/template/slots.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { isGranted } from '../access/grants.ts'
import { findDeliveredSets } from '../jobs/collection.ts'
import { templateOf } from '../template/collection.ts'
import { shaper } from '../template/fonts/fonts.ts'

type FillRequest = InputOf<typeof contract.fillUserStrings>
type Answer = AnswerOf<typeof contract.fillUserStrings>

/**
 * 001 §4: the texts that come with a picture. A group picture fills in the names of its groups wherever the template writes the
 * group; other pictures, and texts that the template fills with something else, change nothing.
 */
export async function fillUserStrings(
  { subject, template, picture, resource }: FillRequest,
  call: CallContext<'customer'>,
): Promise<Answer> {
  const { app, provider, customer, language } = call
  const definition = await templateOf(app, provider.key, template.uuid, template.version)
  if (!definition) throw new Failure('template.unknown')
  if (!imageSlots(definition).some(({ fullId }) => fullId === resource.id)) throw new Failure('editor.unknown_slot')
  const granted = await isGranted(app, provider, customer.uuid, subject.uuid)
  const [set] = granted ? await findDeliveredSets(app, provider.key, [subject.uuid]) : []
  const delivered = set?.pictures.find(({ uuid }) => uuid === picture.uuid)
  if (!set || !delivered) throw new Failure('picture-sets.unknown')
  if (!delivered.groups) return { userStringResources: [] }
  const names = { name: set.subject.name, group: delivered.groups.join(', ') }
  return { userStringResources: await groupTexts(definition, names, language) }
}

/** The texts that a customer may edit and that the template fills with the group, small enough to fit. */
async function groupTexts(
  definition: TemplateDefinition,
  names: SubjectNames,
  language: string,
): Promise<TextResource[]> {
  const empty = {
    template: { uuid: definition.uuid, version: definition.version },
    subject: null,
    resources: [],
  }
  await shaper().prepare(fontTexts(definition, empty, { names, language }))
  const filled = textSlots(definition).filter(({ layer }) => layer.fill === 'group' && !layer.disableEdit)
  const ids = new Set(filled.map(({ fullId }) => fullId))
  return fillTexts(definition, names, { language, shaper: shaper() }).filter(({ fullId }) => ids.has(fullId))
}
