import { resolve } from 'node:path'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, runCommand } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { requireShop } from '../../platform/provider/requireShop.ts'
import { listProducts } from '../products/collection.ts'
import { type CheckedTemplateFile, checkFolder } from './checkFolder.ts'
import { newestTemplates } from './collection.ts'
import { importChecked } from './importChecked.ts'
import { templateJsonSchema } from './jsonSchema.ts'
import { TEMPLATE_FILE, type TemplateFile } from './templateFolder.ts'
import type { TemplateProblem } from './templateProblem.ts'

const USAGE = `Usage: ./portraitkit templates check <folder> [--provider <key>]
       ./portraitkit templates import <folder> --provider <key>
       ./portraitkit templates list --provider <key>
       ./portraitkit templates schema

A template is a folder with a file "template.json" and the pictures that it names; the folder that is named here may hold
many. Every fault of every template is named by its file, its path in the JSON and its reason. A remark tells what would look or
read better otherwise, and keeps nothing from being imported.

  --provider <key>   the shop; "check" without it leaves out languages, products and what is stored already

A version that is stored never changes: a template that was changed needs a higher "version". Importing the same again
changes nothing. Where any template has a fault none is imported.

"schema" prints the format as JSON Schema, for editors that check while you write.

Answers 0 when all is well, 1 when something is not, 2 when the command cannot be read.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit templates`. Answers the exit code, see USAGE. */
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

/** Checks the folder that was named, and says which folders hold none. */
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
  for (const { file, definition, remarks } of checked) {
    if (!definition) continue
    console.log(`${plain(file.path)}: ${titleOf(definition)}, well`)
    tellRemarks(file, remarks)
  }
  return tellProblems(checked)
}

async function importAll(app: App, provider: Provider, folder: string | undefined): Promise<number> {
  const checked = await checkNamed(app, provider, folder)
  const imported = await importChecked(app, provider, checked)
  if (!imported) {
    tellProblems(checked)
    console.error('\nNothing was imported.')
    return 1
  }
  for (const { file, definition, remarks, outcome } of imported) {
    console.log(`${plain(file.path)}: ${titleOf(definition)}, ${outcome}`)
    tellRemarks(file, remarks)
  }
  return 0
}

async function list(app: App, provider: Provider): Promise<number> {
  const products = await listProducts(app, provider.key)
  for (const type of ['CARDS', 'CALENDAR', 'PHOTOGIFT'] as const) {
    for (const definition of await newestTemplates(app, provider.key, type)) {
      const product = products.find(({ uuid }) => uuid === definition.product)
      const sold = product ? inLanguage(product.names, provider.defaultLanguage) : 'no product any more'
      console.log(`${definition.uuid}  ${type.padEnd(9)}  ${titleOf(definition, provider.defaultLanguage)}  (${sold})`)
    }
  }
  return 0
}

function tellProblems(checked: readonly CheckedTemplateFile[]): number {
  const faulty = checked.filter(({ problems }) => problems.length > 0)
  for (const { file, problems } of faulty) for (const problem of problems) console.error(placed(file, problem))
  return faulty.length > 0 ? 1 : 0
}

function tellRemarks(file: TemplateFile, remarks: readonly TemplateProblem[]): void {
  for (const remark of remarks) console.log(`  remark: ${placed(file, remark)}`)
}

function placed(file: TemplateFile, { path, reason }: TemplateProblem): string {
  return plain(`${file.path}: ${path ? `${path}: ` : ''}${reason}`)
}

function titleOf({ names, version }: TemplateDefinition, language = 'en'): string {
  return plain(`"${inLanguage(names, language)}" version ${version}`)
}
