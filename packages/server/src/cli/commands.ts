import type { Command, Feature, Subcommands } from '../platform/feature.ts'

/** Every command that the features provide, by name. */
export function commandsOf(features: readonly Feature[]): Command[] {
  return features.flatMap(({ commands = [] }) => commands).toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The list of commands, a line for each and for each of the additions of other features. */
export function usageOf(features: readonly Feature[]): string {
  const added = features.flatMap(({ subcommands = [] }) => subcommands)
  return [
    'Usage: ./portraitkit <command>',
    '',
    ...commandsOf(features).flatMap((command) => linesOf(command, added)),
    '',
    'Data is stored in DATA_DIR (default: ./data), or in the database at MONGODB_URL.',
  ].join('\n')
}

function linesOf({ name, usage, summary }: Command, added: readonly Subcommands[]): string[] {
  const own = added.filter(({ of }) => of === name)
  const additions = own.map((each) => [withName(name, each.usage), each.summary] as const)
  return [[usage, summary] as const, ...additions].map(([typed, about]) => `  ${typed.padEnd(51)} ${about}`)
}

const withName = (name: string, usage: string) => (usage.startsWith(`${name} `) ? usage : `${name} ${usage}`)
