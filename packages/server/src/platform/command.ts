import { readFile } from 'node:fs/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { App } from './app.ts'
import { findProvider, listProviders } from './provider/collection.ts'
import type { Provider } from './provider/document.ts'

/** What was typed cannot be used (exit code 2), or names something that is not there (1). */
export class CommandError extends Error {
  readonly code: 1 | 2

  constructor(message: string, code: 1 | 2) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}

type Options = NonNullable<ParseArgsConfig['options']>
type Configured<O extends Options> = {
  args: string[]
  allowPositionals: true
  options: O & { help: { type: 'boolean'; short: 'h' } }
}

/** What was typed after a command's name. */
export type Typed<O extends Options> = ReturnType<typeof parseArgs<Configured<O>>>

/**
 * Reads what was typed and does the work, or prints the usage where it was asked for or nothing was. What cannot be done is said in one
 * sentence; where the command cannot be read, with the usage. Answers the exit code.
 */
export async function runCommand<const O extends Options>(
  { usage, options, argv }: { usage: string; options: O; argv: string[] },
  work: (typed: Typed<O>) => Promise<number>,
): Promise<number> {
  try {
    const typed = readTyped(argv, options)
    const { help } = typed.values as { help?: boolean }
    if (help || argv.length === 0) {
      console.log(usage)
      return help ? 0 : 2
    }
    return await work(typed)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    console.error(error.code === 2 ? `${error.message}.\n\n${usage}` : `${error.message}.`)
    return error.code
  }
}

function readTyped<const O extends Options>(argv: string[], options: O): Typed<O> {
  try {
    const help = { type: 'boolean', short: 'h' } as const
    return parseArgs<Configured<O>>({ args: argv, allowPositionals: true, options: { ...options, help } })
  } catch (error) {
    throw new CommandError((error as Error).message.split('. ')[0] ?? '', 2)
  }
}

/** A JSON file that was named. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code})`, 1)
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandError(`${file} is no JSON: ${(error as Error).message}. Nothing was changed`, 1)
  }
}

/** The shop of this key; where none is named, the only one there is. */
export async function theShop(app: App, key: string | undefined): Promise<Provider> {
  if (key !== undefined) return namedShop(app, key)
  const [only, ...more] = await listProviders(app)
  if (!only) throw new CommandError('There is no shop yet', 1)
  if (more.length > 0) throw new CommandError(`Name a shop with --provider: ${await keysOf(app)}`, 2)
  return only
}

/** The shop of this key. */
export async function namedShop(app: App, key: string): Promise<Provider> {
  const found = await findProvider(app, key)
  if (!found) throw new CommandError(`There is no shop "${key}"; there are ${(await keysOf(app)) || 'none'}`, 1)
  return found
}

async function keysOf(app: App): Promise<string> {
  return (await listProviders(app)).map(({ key }) => key).join(', ')
}
