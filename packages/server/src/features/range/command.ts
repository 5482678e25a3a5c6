import { dirname, resolve } from 'node:path'
import { assetReader } from '../../imaging/derivatives/assetReader.ts'
import type { App } from '../../platform/app.ts'
import { CommandError, jsonText, plain, readJson, runCommand } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { applyRange, showRange } from './applyRange.ts'
import { rangeJsonSchema } from './jsonSchema.ts'
import { rangeLists } from './rangeLists.ts'

const LISTS = new Intl.ListFormat('en-GB').format(Object.keys(rangeLists).map((name) => `"${name}"`))

const USAGE = `Usage: ./portraitkit provider apply <file> --provider <key>
       ./portraitkit provider show --provider <key>
       ./portraitkit provider schema

What a shop sells, as a JSON file with the lists ${LISTS}.
"apply" replaces each list that is in the file and leaves the others unchanged; "show" prints all lists in the format that
"apply" reads; "schema" prints the JSON schema of the file. Pictures are next to the file.

  --provider <key>   the shop; optional if there is only one

Applying the same file again changes nothing. If the file contains an error, nothing is changed and each error is reported with
its field. Existing orders never change.

Exit code: 0 on success, 1 on failure, 2 if the command line is invalid.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit provider`. Returns the exit code, see USAGE. */
export function providerCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', file, ...more] = positionals
    if (!['apply', 'show', 'schema'].includes(what)) throw new CommandError(`There is no "provider ${what}"`, 2)
    if (more.length > 0 || (file !== undefined && what !== 'apply')) throw new CommandError('Too many arguments', 2)
    if (what === 'schema') return print(rangeJsonSchema())
    if (what === 'apply' && file === undefined) throw new CommandError('Name a file', 2)
    const provider = await shopOrOnly(app, values.provider)
    return what === 'show' ? print(await showRange(app, provider.key)) : await apply(app, provider, resolve(file ?? ''))
  })
}

function print(document: unknown): 0 {
  console.log(jsonText(document))
  return 0
}

async function apply(app: App, provider: Provider, file: string): Promise<number> {
  const applied = await applyRange(app, provider.key, await readJson(file), assetReader(dirname(file)))
  if ('faults' in applied) {
    for (const { path, reason } of applied.faults) console.error(plain(`${path || 'the file'}: ${reason}`))
    console.error('\nNothing was changed.')
    return 1
  }
  for (const [list, { created, changed, unchanged, withdrawn }] of Object.entries(applied.outcomes)) {
    const counts = [`${created} new`, `${changed} changed`, `${unchanged} unchanged`, `${withdrawn} withdrawn`]
    console.log(`${list}: ${counts.filter((count) => !count.startsWith('0 ')).join(', ') || 'none'}`)
  }
  for (const { path, reason } of applied.doubts) console.log(plain(`Warning: ${path}: ${reason}.`))
  return 0
}
