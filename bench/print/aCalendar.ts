import { readFile } from 'node:fs/promises'
import { type TemplateDefinition, templateDefinition } from '../../packages/core/src/template/definition.ts'
import { type FillPicture, fillResources } from '../../packages/core/src/template/fillResources.ts'
import { fontTexts, layOut } from '../../packages/core/src/template/layOut.ts'
import type { Scene } from '../../packages/core/src/template/scene.ts'
import { americanHolidays } from '../../packages/server/src/demo/holidays.ts'
import { calendarWordsOf } from '../../packages/server/src/features/template/calendarWordsOf.ts'
import { shaper } from '../../packages/server/src/features/template/fonts/fonts.ts'
import { buildProvider } from '../../packages/server/src/testing/buildProvider.ts'

const FILE = new URL('../../packages/server/src/demo/templates/year-in-pictures/template.json', import.meta.url)

/** The demo world's wall calendar of 20 x 30 cm and 13 pages, with one of these pictures on each. */
export async function calendarScene(pictures: readonly FillPicture[]): Promise<Scene> {
  const definition = templateDefinition().parse(JSON.parse(await readFile(FILE, 'utf8')))
  const provider = buildProvider({ country: 'US', holidays: americanHolidays() })
  const setting = {
    names: { name: 'Emma Carter' },
    language: 'en',
    defaultYear: 2027,
    calendar: calendarWordsOf(provider, 'en'),
  }
  const content = { template: templateOf(definition), subject: null, resources: onePerPage(definition, pictures) }
  await shaper().prepare(fontTexts(definition, content, setting))
  return layOut(definition, content, { ...setting, shaper: shaper() })
}

function templateOf({ uuid, version }: TemplateDefinition) {
  return { uuid, version }
}

/** Page by page, so that each has a picture of its own. */
function onePerPage(definition: TemplateDefinition, pictures: readonly FillPicture[]) {
  return definition.parts.flatMap((part, index) => {
    const page = { ...definition, parts: [part] }
    return fillResources(page, { pictures: pictures.slice(index % pictures.length) }, { language: 'en' })
  })
}
