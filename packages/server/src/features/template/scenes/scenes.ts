import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { templates as contract } from '@portraitkit/core/template/contract.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { FillSubject } from '@portraitkit/core/template/fillResources.ts'
import type { Scene, ShownScene } from '@portraitkit/core/template/scene.ts'
import { validYear } from '@portraitkit/core/template/year.ts'
import { Failure } from '../../../platform/failure.ts'
import type { CallContext } from '../../../platform/feature.ts'
import { templateOf } from '../collection.ts'
import { checkContent } from './checkContent.ts'
import { fillDesign, fillSubjectOf } from './fillDesign.ts'
import { layOutOf } from './layOutDesign.ts'
import { showScenes } from './showScene.ts'
import { visitorLayouts } from './visitorLayouts.ts'

type SceneRequest = InputOf<typeof contract.scenes>['scenes'][number]

/** See also `visitorLayouts.ts`. */
const MAX_SCENES_FOR_VISITORS = 12

/** Scenes with baked texts, in the requested order. Throws Failure for a template, subject or picture that is not available. */
export async function scenesFor(requests: readonly SceneRequest[], call: CallContext): Promise<ShownScene[]> {
  const { app, provider, customer } = call
  if (!customer && requests.length > MAX_SCENES_FOR_VISITORS) throw new Failure('input.invalid', { data: ['scenes'] })
  const fillings = new Map<string | null, Promise<FillSubject>>()
  const fillingOf = (subject: string | null) => {
    const filling = fillings.get(subject) ?? fillSubjectOf(app, provider, customer?.uuid ?? null, subject)
    fillings.set(subject, filling)
    return filling
  }
  const allowance = visitorLayouts(call)
  allowance?.check()
  const scenes: Scene[] = []
  for (const each of requests)
    scenes.push(await sceneFor(each, await fillingOf(each.subject ?? null), call, allowance?.spend))
  return showScenes(app, provider, customer?.uuid ?? null, scenes)
}

async function sceneFor(
  request: SceneRequest,
  filled: FillSubject,
  { app, provider, customer, language: spoken }: CallContext,
  onLaidOut: ((size: number) => void) | undefined,
): Promise<Scene> {
  const { template, subject = null, resources, year } = request
  const definition = await templateOf(app, provider.key, template.uuid, template.version)
  if (!definition) throw new Failure('template.unknown')
  const offered = provider.languages.some(({ long }) => long === request.language)
  const language = request.language && offered ? request.language : spoken
  const sent = resources && { template: { uuid: definition.uuid, version: definition.version }, subject, resources }
  const content: DesignContent = sent
    ? (await checkContent(app, provider, customer?.uuid ?? null, sent)).content
    : await fillDesign(app, definition, filled, { subject, language })
  const shownYear = validYear(definition, year, app.clock().getUTCFullYear())
  const dated = shownYear === undefined ? content : { ...content, year: shownYear }
  const names = { name: filled.name, group: filled.group }
  return layOutOf(app, provider, definition, dated, { names, language, onLaidOut })
}
