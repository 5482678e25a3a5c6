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
"apply" makes each list that is in the file the whole of that list, and leaves the others; "show" writes all of them as
"apply" reads them; "schema" writes the JSON schema of the file. Pictures lie beside the file.

  --provider <key>   the shop; not needed where there is one only

Applying the same again changes nothing. A file with a fault changes nothing either; each fault is named with its field. What was
ordered never changes.

Answers 0 when it did what was asked, 1 when it could not, 2 when the command cannot be read.`

const OPTIONS = { provider: { type: 'string' } } as const

/** `./portraitkit provider`. Answers the exit code, see USAGE. */
export function providerCommand(argv: string[], app: App): Promise<number> {
  return runCommand({ usage: USAGE, options: OPTIONS, argv }, async ({ values, positionals }) => {
    const [what = '', file, ...more] = positionals
    if (!['apply', 'show', 'schema'].includes(what)) throw new CommandError(`There is no "provider ${what}"`, 2)
    if (more.length > 0 || (file !== undefined && what !== 'apply')) throw new CommandError('Too much was typed', 2)
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
  for (const { path, reason } of applied.doubts) console.log(plain(`Is this meant? ${path}: ${reason}.`))
  return 0
}
