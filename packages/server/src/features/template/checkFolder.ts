import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { calendarWordsOf } from './calendarWordsOf.ts'
import { checkTemplate } from './checks/checkTemplate.ts'
import { sharedLanguages } from './checks/nameWarnings.ts'
import type { TemplateProblem } from './checks/templateProblem.ts'
import { checkTemplateOf, languagesOfAllShops, TemplateError } from './collection.ts'
import { readTemplateFolder, type TemplateFile } from './templateFolder.ts'

/** A template of a folder: its definition, or the reasons why it is invalid. */
export type CheckedTemplateFile = {
  file: TemplateFile
  definition: TemplateDefinition | undefined
  problems: readonly TemplateProblem[]
  warnings: readonly TemplateProblem[]
}

/**
 * Checks every template of a folder, and each against the others; without a shop, independently of any. Also returns the
 * folders without a template. Throws what `readdir` throws if the folder cannot be read.
 */
export async function checkFolder(
  app: App,
  provider: Provider | null,
  folder: string,
): Promise<{ checked: CheckedTemplateFile[]; empty: string[] }> {
  const { files, empty } = await readTemplateFolder(folder)
  const checked: CheckedTemplateFile[] = []
  for (const file of files) checked.push(await checkFile(app, provider, file))
  const compared = checked.map((each, index) => {
    const before = checked.slice(0, index)
    return warnAboutNamesakes(withoutTwins(each, before), before)
  })
  return { checked: compared, empty }
}

async function checkFile(app: App, provider: Provider | null, file: TemplateFile): Promise<CheckedTemplateFile> {
  const failed = (problems: readonly TemplateProblem[]): CheckedTemplateFile => ({
    file,
    definition: undefined,
    problems,
    warnings: [],
  })
  if (file.problems.length > 0) return failed(file.problems)
  try {
    const found = provider
      ? await checkTemplateOf(app, provider, file.given, file.readAsset)
      : await checkWithoutShop(app, file)
    if ('problems' in found) return failed(found.problems)
    return { file, definition: found.definition, problems: [], warnings: found.warnings }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return failed(error.problems)
  }
}

async function checkWithoutShop(app: App, { given, readAsset }: TemplateFile) {
  const spokenAnywhere = await languagesOfAllShops(app)
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
function withoutTwins(each: CheckedTemplateFile, before: readonly CheckedTemplateFile[]): CheckedTemplateFile {
  const { definition } = each
  const isTwin = ({ definition: other }: CheckedTemplateFile) =>
    other?.uuid === definition?.uuid && other?.version === definition?.version
  const twin = definition && before.find(isTwin)
  if (!twin) return each
  const reason = `${twin.file.path} is version ${definition.version} of the same template`
  return { ...each, definition: undefined, problems: [{ path: 'uuid', reason }] }
}

/** Two templates with the same name, category and size: they could not be distinguished in a list. */
function warnAboutNamesakes(each: CheckedTemplateFile, before: readonly CheckedTemplateFile[]): CheckedTemplateFile {
  const { definition, warnings } = each
  if (!definition) return each
  for (const { file, definition: other } of before) {
    if (!other || other.uuid === definition.uuid || !isListedWith(definition, other)) continue
    const tags = sharedLanguages(definition.names, other.names)
    const reason = `${file.path} has the same name, category and size: in a list the two look the same`
    if (tags.length > 0)
      return { ...each, warnings: [...warnings, ...tags.map((tag) => ({ path: `names.${tag}`, reason }))] }
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
