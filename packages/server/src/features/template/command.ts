import { resolve } from 'node:path'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, runCommand } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { requireShop } from '../../platform/provider/requireShop.ts'
import { listProducts } from '../products/collection.ts'
import { type CheckedTemplateFile, checkFolder } from './checkFolder.ts'
import type { TemplateProblem } from './checks/templateProblem.ts'
import { newestTemplates } from './collection.ts'
import { importChecked } from './importChecked.ts'
import { templateJsonSchema } from './jsonSchema.ts'
import { TEMPLATE_FILE, type TemplateFile } from './templateFolder.ts'

const USAGE = `Usage: ./portraitkit templates check <folder> [--provider <key>]
       ./portraitkit templates import <folder> --provider <key>
       ./portraitkit templates list --provider <key>
       ./portraitkit templates schema

A template is a folder with a file "template.json" and the pictures that it names; <folder> may contain many templates. Every
error in every template is reported with its file, its path in the JSON and its reason. A warning reports what could look or read
better; it does not prevent the import.

  --provider <key>   the shop; without it, "check" does not check languages, products and stored versions

A stored version never changes: a changed template needs a higher "version". Importing the same template again changes
nothing. If any template contains an error, none is imported.

"schema" prints the format as JSON Schema, for editors that check while you write.

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit templates`. Returns the exit code, see USAGE. */
export function templatesCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what, folder, ...more] = positionals
    if (what === 'schema' && folder === undefined) {
      console.log(JSON.stringify(templateJsonSchema(), null, 2))
      return 0
    }
    const isKnown = what === 'list' ? folder === undefined : what === 'check' || what === 'import'
    if (!isKnown || more.length > 0) throw new CommandError(`There is no "templates ${positionals.join(' ')}"`, 2)
    const provider = values.provider === undefined ? null : await requireShop(app, values.provider)
    if (what === 'check') return await check(app, provider, folder)
    if (!provider) throw new CommandError('Name the shop with --provider', 2)
    return what === 'list' ? await list(app, provider) : await importAll(app, provider, folder)
  })
}

/** Checks the named folder, and lists the subfolders without a template. */
async function checkNamed(
  app: App,
  provider: Provider | null,
  folder: string | undefined,
): Promise<CheckedTemplateFile[]> {
  if (folder === undefined) throw new CommandError('Name a folder', 2)
  const { checked, empty } = await checkFolder(app, provider, resolve(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new CommandError(`The folder ${folder} cannot be read (${error.code})`, 1)
  })
  if (checked.length === 0) throw new CommandError(`There is no template.json in ${folder}`, 1)
  for (const name of empty) console.log(plain(`${name}: There is no ${TEMPLATE_FILE} in it`))
  return checked
}

async function check(app: App, provider: Provider | null, folder: string | undefined): Promise<number> {
  const checked = await checkNamed(app, provider, folder)
  for (const { file, definition, warnings } of checked) {
    if (!definition) continue
    console.log(`${plain(file.path)}: ${titleOf(definition)}, valid`)
    printWarnings(file, warnings)
  }
  return printProblems(checked)
}

async function importAll(app: App, provider: Provider, folder: string | undefined): Promise<number> {
  const checked = await checkNamed(app, provider, folder)
  const imported = await importChecked(app, provider, checked)
  if (!imported) {
    printProblems(checked)
    console.error('\nNothing was imported.')
    return 1
  }
  for (const { file, definition, warnings, outcome } of imported) {
    console.log(`${plain(file.path)}: ${titleOf(definition)}, ${outcome}`)
    printWarnings(file, warnings)
  }
  return 0
}

async function list(app: App, provider: Provider): Promise<number> {
  const products = await listProducts(app, provider.key)
  for (const type of ['CARDS', 'CALENDAR', 'PHOTOGIFT'] as const) {
    for (const definition of await newestTemplates(app, provider.key, type)) {
      const product = products.find(({ uuid }) => uuid === definition.product)
      const sold = product ? inLanguage(product.names, provider.defaultLanguage) : 'its product no longer exists'
      console.log(`${definition.uuid}  ${type.padEnd(9)}  ${titleOf(definition, provider.defaultLanguage)}  (${sold})`)
    }
  }
  return 0
}

function printProblems(checked: readonly CheckedTemplateFile[]): number {
  const faulty = checked.filter(({ problems }) => problems.length > 0)
  for (const { file, problems } of faulty) for (const problem of problems) console.error(placed(file, problem))
  return faulty.length > 0 ? 1 : 0
}

function printWarnings(file: TemplateFile, warnings: readonly TemplateProblem[]): void {
  for (const warning of warnings) console.log(`  warning: ${placed(file, warning)}`)
}

function placed(file: TemplateFile, { path, reason }: TemplateProblem): string {
  return plain(`${file.path}: ${path ? `${path}: ` : ''}${reason}`)
}

function titleOf({ names, version }: TemplateDefinition, language = 'en'): string {
  return plain(`"${inLanguage(names, language)}" version ${version}`)
}
