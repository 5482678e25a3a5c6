import { join, resolve } from 'node:path'
import { assetReader } from '../../imaging/derivatives/assetReader.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, plain, runCommand } from '../../platform/command.ts'
import { OutsideFolder } from '../../platform/insideFolder.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { listBackgrounds } from './collection.ts'
import { BACKGROUNDS_FILE, BackgroundsError, importBackgrounds, readBackgroundsFolder } from './importBackgrounds.ts'

const USAGE = `Usage: ./portraitkit backgrounds list --provider <key>
       ./portraitkit backgrounds import <folder> --provider <key>

The backgrounds for the people in green-screen pictures. The folder contains the pictures and backgrounds.json, a list of
{ "key", "names", "file", "default", "hidden" }: a name in each language, the picture's path in the folder.

  --provider <key>   the shop; optional if there is only one

Importing the same folder again changes nothing; backgrounds that are not listed stay as they are. A changed picture replaces the
one with its key, "hidden" removes a background from the offer: existing designs and orders are shown and printed with the old
picture. A warning reports a picture that is too small for a good print in every size.

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit backgrounds`. Returns the exit code, see USAGE. */
export function backgroundsCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what, folder, ...more] = positionals
    const isKnown = what === 'list' ? folder === undefined : what === 'import'
    if (!isKnown || more.length > 0) throw new CommandError(`There is no "backgrounds ${positionals.join(' ')}"`, 2)
    if (what === 'import' && folder === undefined) throw new CommandError('Name a folder', 2)
    const provider = await shopOrOnly(app, values.provider)
    return folder === undefined ? await list(app, provider) : await importAll(app, provider, resolve(folder))
  })
}

async function importAll(app: App, provider: Provider, folder: string): Promise<number> {
  const file = join(folder, BACKGROUNDS_FILE)
  const given = await readBackgroundsFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof OutsideFolder) throw new CommandError(`${file}: It is outside the folder`, 1)
    throw new CommandError(
      `${file}: ${error.code ? `It cannot be read (${error.code})` : `It is not valid JSON: ${error.message}`}`,
      1,
    )
  })
  try {
    for (const { key, name, outcome, warning } of await importBackgrounds(app, provider, given, assetReader(folder))) {
      console.log(`${key}: "${name}", ${outcome}`)
      if (warning) console.log(`  warning: ${key}: ${warning}`)
    }
    return 0
  } catch (error) {
    if (!(error instanceof BackgroundsError)) throw error
    for (const { path, reason } of error.faults) console.error(plain(`${file}: ${path ? `${path}: ` : ''}${reason}`))
    console.error('\nNothing was imported.')
    return 1
  }
}

async function list(app: App, provider: Provider): Promise<number> {
  for (const each of await listBackgrounds(app, provider.key)) {
    if (each.state === 'replaced') continue
    const notes = [each.isDefault ? 'default' : '', each.state === 'hidden' ? 'hidden' : ''].filter(Boolean)
    const name = each.names[provider.defaultLanguage] ?? each.key
    console.log([each.key.padEnd(20), `"${name}"`, `${each.width} x ${each.height}`, ...notes].join('  '))
  }
  return 0
}
