import { readFile } from 'node:fs/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { App } from './app.ts'
import type { SubcommandRun } from './feature.ts'
import { isOperatorName, MAX_OPERATOR_LETTERS } from './operatorName.ts'

/** The command line is invalid (exit code 2), or it names something that does not exist (1). */
export class CommandError extends Error {
  readonly code: 1 | 2

  constructor(message: string, code: 1 | 2) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}

type Options = NonNullable<ParseArgsConfig['options']>
type CommandConfig<O extends Options> = {
  args: string[]
  allowPositionals: true
  options: O & { help: { type: 'boolean'; short: 'h' } }
}

/** The parsed arguments after a command's name. */
export type ParsedCommand<O extends Options> = ReturnType<typeof parseArgs<CommandConfig<O>>>

/**
 * Parses the arguments and runs the command, or prints the usage if requested or if arguments are needed and there are none. A
 * failure is reported in one sentence; an invalid command line also prints the usage. Returns the exit code.
 */
export async function runCommand<const O extends Options>(
  {
    usage,
    options,
    argv,
    needsArguments = true,
  }: { usage: string; options: O; argv: string[]; needsArguments?: boolean },
  work: (typed: ParsedCommand<O>) => Promise<number>,
): Promise<number> {
  try {
    const typed = parseCommand(argv, options)
    const { help } = typed.values as { help?: boolean }
    if (help || (needsArguments && argv.length === 0)) {
      console.log(usage)
      return help ? 0 : 2
    }
    return await work(typed)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const message = asSentence(plainLines(error.message))
    console.error(error.code === 2 ? `${message}\n\n${usage}` : message)
    return error.code
  }
}

/** Ends with a full stop, unless it ends a sentence already. */
export const asSentence = (text: string) => (/[.?!…]$/.test(text) ? text : `${text}.`)

/**
 * Like `runCommand`, for a command to which other features add subcommands: arguments that start with their words go to them,
 * the others are this command's own. Their help and options are listed with its own.
 */
export async function runSharedCommand<const O extends Options>(
  { name, usage, options, argv, app }: { name: string; usage: string; options: O; argv: string[]; app: App },
  work: (typed: ParsedCommand<O>) => Promise<number>,
): Promise<number> {
  const added = await Promise.all(
    app.features.flatMap(({ subcommands = [] }) =>
      subcommands.filter(({ of }) => of === name).map(({ load }) => load()),
    ),
  )
  const all: O = Object.assign({}, ...added.map((each) => each.options), options)
  return runCommand({ usage: withHelp(usage, added), options: all, argv }, async (typed) => {
    const found = added.find(({ words }) => words.includes(typed.positionals[0] ?? ''))
    if (!found) return work(typed)
    await found.run(typed, app)
    return 0
  })
}

/** Subcommands for `Feature.subcommands`, with the values of their options typed. */
export function subcommands<const O extends Options>(
  common: Omit<SubcommandRun, 'options' | 'run'> & {
    options: O
    run: (typed: ParsedCommand<O>, app: App) => Promise<void>
  },
): SubcommandRun {
  return common as unknown as SubcommandRun
}

/** The usage of a command with the additions of subcommands to its lines, to its text, and to its options. */
function withHelp(usage: string, added: readonly SubcommandRun[]): string {
  const [lines = '', ...rest] = usage.split('\n\n')
  const at = rest.findIndex((block) => block.startsWith('  --'))
  const help = added.map((each) => each.help)
  const typed = help.flatMap((each) => each.lines.map((line) => `       ./portraitkit ${line}`))
  const text = [...rest.slice(0, at), ...help.map(({ about }) => about)]
  const options = [rest[at], ...help.flatMap((each) => each.options ?? [])]
  return [[lines, ...typed].join('\n'), ...text, options.join('\n'), ...rest.slice(at + 1)].join('\n\n')
}

function parseCommand<const O extends Options>(argv: string[], options: O): ParsedCommand<O> {
  try {
    const help = { type: 'boolean', short: 'h' } as const
    return parseArgs<CommandConfig<O>>({ args: argv, allowPositionals: true, options: { ...options, help } })
  } catch (error) {
    throw new CommandError((error as Error).message.split('. ')[0] ?? '', 2)
  }
}

/** The value of --operator: who does it, as it is recorded; null if nobody is named. */
export function readOperator(text: string | undefined): string | null {
  if (text === undefined) return null
  const name = text.trim()
  if (isOperatorName(name)) return name
  throw new CommandError(`--operator is a name of at most ${MAX_OPERATOR_LETTERS} characters`, 2)
}

/** The value of an option as a whole number from 1 to `max`. */
export function wholeNumber(text: string, option: string, max: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > max) {
    throw new CommandError(`${option} is a whole number from 1 to ${max}, not ${text}`, 2)
  }
  return number
}

/** Untrusted text without anything that could move a terminal's cursor or reverse its text. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
}

/** Like `plain`, for a text of several lines. */
export function plainLines(text: string): string {
  return text.split('\n').map(plain).join('\n')
}

/** JSON for a terminal or a file: what `plain` removes is escaped in it, so nothing is lost. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Reads a JSON file named on the command line. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code})`, 1)
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandError(`${file} is not valid JSON: ${(error as Error).message}. Nothing was changed`, 1)
  }
}
