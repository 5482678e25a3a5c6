import { resolve } from 'node:path'
import type { App } from '../../platform/app.ts'
import { CommandError, jsonText, plain, readJson, runCommand } from '../../platform/command.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { deletePage, listPages, PageError, readPage, unknownModules } from './collection.ts'
import { applyPageFile } from './pageFile.ts'

const USAGE = `Usage: ./portraitkit pages list --provider <key>
       ./portraitkit pages show <id> --provider <key>
       ./portraitkit pages apply <file> --provider <key>
       ./portraitkit pages delete <id> --provider <key>

A shop's own pages, at /pages/<id>. A page is a JSON file { "id", "modules" }, with a list of modules for each language; "show"
prints it in the format that "apply" reads. A picture whose path starts with ./ is next to the file and is imported with the page.

  --provider <key>   the shop; optional if there is only one

Applying the same file again changes nothing. If the page contains an error, nothing is changed and the error is reported with
its location.

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit pages`. Returns the exit code, see USAGE. */
export function pagesCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', named, ...more] = positionals
    const takesName = what !== 'list'
    if (!['list', 'show', 'apply', 'delete'].includes(what)) throw new CommandError(`There is no "pages ${what}"`, 2)
    if (more.length > 0 || (named !== undefined && !takesName)) throw new CommandError('Too many arguments', 2)
    if (takesName && !named) throw new CommandError(what === 'apply' ? 'Name a file' : 'Name a page by its id', 2)
    const provider = await shopOrOnly(app, values.provider)
    if (what === 'list') await list(app, provider)
    else if (what === 'show') await show(app, provider, named ?? '')
    else if (what === 'apply') await apply(app, provider, named ?? '').catch(throwFault)
    else await remove(app, provider, named ?? '')
    return 0
  })
}

function throwFault(error: unknown): never {
  if (error instanceof PageError) throw new CommandError(`${error.message}. Nothing was changed`, 1)
  throw error
}

async function list(app: App, provider: Provider): Promise<void> {
  const pages = await listPages(app, provider.key)
  for (const { id, modules } of pages) {
    const languages = Object.entries(modules).map(([tag, all]) => `${tag} ${all.length}`)
    console.log(`${id}  ${addressOf(app, provider, id)}  modules: ${languages.join(', ') || 'none'}`)
  }
  console.log(pages.length === 1 ? '1 page.' : `${pages.length} pages.`)
}

async function show(app: App, provider: Provider, id: string): Promise<void> {
  const page = await readPage(app, provider.key, id)
  if (!page) throw noPage(provider, id)
  console.log(jsonText(page))
}

async function apply(app: App, provider: Provider, file: string): Promise<void> {
  const { page, outcome } = await applyPageFile(app, provider, {
    path: resolve(file),
    given: await readJson(resolve(file)),
  })
  for (const place of unknownModules(page)) console.log(plain(`${place}: unknown type; it is not shown.`))
  console.log(`${addressOf(app, provider, page.id)} is ${outcome}.`)
}

async function remove(app: App, provider: Provider, id: string): Promise<void> {
  if (!(await deletePage(app, provider.key, id))) throw noPage(provider, id)
  console.log(`Page ${id} is deleted.`)
}

function noPage(provider: Provider, id: string): CommandError {
  return new CommandError(`${provider.name} has no page "${id}"; "pages list" shows what it has`, 1)
}

function addressOf(app: App, provider: Provider, id: string): string {
  return shopAddress(app, provider, `/pages/${id}`)
}
