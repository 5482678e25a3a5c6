import { resolve } from 'node:path'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { calendarWordsOf } from '../features/template/calendarWordsOf.ts'
import { checkTemplate } from '../features/template/checkTemplate.ts'
import { checkTemplateOf, spokenLanguages, TemplateError } from '../features/template/collection.ts'
import { sharedIn } from '../features/template/remarksOnNames.ts'
import { readTemplateFolder, TEMPLATE_FILE, type TemplateFile } from '../features/template/templateFolder.ts'
import type { TemplateProblem } from '../features/template/templateProblem.ts'
import type { App } from '../platform/app.ts'
import { CommandError } from '../platform/command.ts'
import type { Provider } from '../platform/provider/document.ts'

/** A template of a folder: its definition, or what keeps it from being one. */
export type Checked = {
  file: TemplateFile
  definition: TemplateDefinition | undefined
  problems: readonly TemplateProblem[]
  remarks: readonly TemplateProblem[]
}

/** Checks every template of a folder, and each against the others. Says which folders hold none. */
export async function checkFolder(app: App, provider: Provider | null, folder: string | undefined): Promise<Checked[]> {
  if (folder === undefined) throw new CommandError('Name a folder', 2)
  const { files, empty } = await readTemplateFolder(resolve(folder)).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The folder ${folder} cannot be read (${error.code})`, 1)
  })
  if (files.length === 0) throw new CommandError(`There is no template.json in ${folder}`, 1)
  for (const name of empty) console.log(plain(`${name}: There is no ${TEMPLATE_FILE} in it`))
  const checked: Checked[] = []
  for (const file of files) checked.push(await checkFile(app, provider, file))
  return checked.map((each, index) => {
    const before = checked.slice(0, index)
    return withNamesakes(withoutTwins(each, before), before)
  })
}

async function checkFile(app: App, provider: Provider | null, file: TemplateFile): Promise<Checked> {
  const failed = (problems: readonly TemplateProblem[]): Checked => ({
    file,
    definition: undefined,
    problems,
    remarks: [],
  })
  if (file.problems.length > 0) return failed(file.problems)
  try {
    const found = provider
      ? await checkTemplateOf(app, provider, file.given, file.readAsset)
      : await checkByItself(app, file)
    if ('problems' in found) return failed(found.problems)
    return { file, definition: found.definition, problems: [], remarks: found.remarks }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return failed(error.problems)
  }
}

async function checkByItself(app: App, { given, readAsset }: TemplateFile) {
  const spokenAnywhere = await spokenLanguages(app)
  return checkTemplate(given, {
    languages: [],
    spoken: ['en'],
    calendar: (language) => calendarWordsOf({ country: 'US' }, language),
    thisYear: app.clock().getUTCFullYear(),
    readAsset,
    spokenAnywhere: spokenAnywhere.length > 0 ? spokenAnywhere : null,
  })
}

/** Two documents in one folder cannot be one version. */
function withoutTwins(each: Checked, before: readonly Checked[]): Checked {
  const { definition } = each
  const isTwin = ({ definition: other }: Checked) =>
    other?.uuid === definition?.uuid && other?.version === definition?.version
  const twin = definition && before.find(isTwin)
  if (!twin) return each
  const reason = `${twin.file.path} is version ${definition.version} of the same template`
  return { ...each, definition: undefined, problems: [{ path: 'uuid', reason }] }
}

/** Two templates of one name, category and size: in a list nobody could tell them apart. */
function withNamesakes(each: Checked, before: readonly Checked[]): Checked {
  const { definition, remarks } = each
  if (!definition) return each
  for (const { file, definition: other } of before) {
    if (!other || other.uuid === definition.uuid || !isListedWith(definition, other)) continue
    const tags = sharedIn(definition.names, other.names)
    const reason = `${file.path} has the same name, category and size: in a list the two look like one`
    if (tags.length > 0)
      return { ...each, remarks: [...remarks, ...tags.map((tag) => ({ path: `names.${tag}`, reason }))] }
  }
  return each
}

function isListedWith(one: TemplateDefinition, other: TemplateDefinition): boolean {
  const sizeOf = ({ trimBox: { width, height }, foldAt }: TemplateDefinition) => [width, height, foldAt].join(' ')
  if (one.type !== other.type || sizeOf(one) !== sizeOf(other)) return false
  return (
    one.categories.length + other.categories.length === 0 ||
    one.categories.some((each) => other.categories.includes(each))
  )
}

/** Text from a file, with nothing in it that could move a terminal's cursor or turn what it shows. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
}
