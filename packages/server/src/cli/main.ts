import { openApp } from '../openApp.ts'
import type { App } from '../platform/app.ts'
import { StartError } from '../platform/db/startError.ts'
import { EnvError, readEnv } from '../platform/env.ts'
import { atRememberedAddress } from '../platform/serverAddress.ts'

/** A command's work. Answers the exit code. */
export type Run = (argv: string[], app: App) => Promise<number>

type Command = { name: string; usage: string; summary: string; load: () => Promise<Run> }

/** Every command of `./portraitkit`, loaded when it is called. */
const commands: readonly Command[] = [
  {
    name: 'import',
    usage: 'import <folder> --provider <key> --job <name>',
    summary: 'takes a folder of photographs and its roster into a shop',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'jobs',
    usage: 'jobs list | publish <job> | unpublish <job> | inspection <job>',
    summary: 'lists jobs, shows their pictures and tells the families, offers them on paper for inspection',
    load: async () => (await import('./jobs.ts')).jobsCommand,
  },
  {
    name: 'inspections',
    usage: 'inspections <job>',
    summary: 'lists who gets a package of printed pictures for inspection',
    load: async () => (await import('./inspections.ts')).inspectionsCommand,
  },
  {
    name: 'letters',
    usage: 'letters <job>',
    summary: 'writes the letters with the codes of a job as a PDF',
    load: async () => (await import('./letters.ts')).lettersCommand,
  },
  {
    name: 'orders',
    usage: 'orders list | show | print | refund <order>',
    summary: 'lists orders, shows one, writes its print files, gives its payment back',
    load: async () => (await import('./orders.ts')).ordersCommand,
  },
  {
    name: 'pages',
    usage: 'pages list | show <id> | apply <file> | delete <id>',
    summary: "lists a shop's own pages, shows one, takes one from a file, deletes one",
    load: async () => (await import('./pages.ts')).pagesCommand,
  },
  {
    name: 'payments',
    usage: 'payments show | set | unset | check | offer',
    summary: 'shows how customers pay, takes the keys of payment gateways and asks whether they work',
    load: async () => (await import('./payments.ts')).paymentsCommand,
  },
  {
    name: 'provider',
    usage: 'provider apply <file> | show | schema',
    summary: 'makes what a shop sells what a file says, writes that file',
    load: async () => (await import('./provider.ts')).providerCommand,
  },
  {
    name: 'websites',
    usage: 'websites list | allow <address> | refuse <address>',
    summary: 'lists the websites that may hold a shop, allows one, refuses one',
    load: async () => (await import('./websites.ts')).websitesCommand,
  },
  {
    name: 'templates',
    usage: 'templates check <folder> | import <folder> | list',
    summary: 'checks templates of cards and calendars, takes them into a shop, lists them',
    load: async () => (await import('./templates.ts')).templatesCommand,
  },
  {
    name: 'backgrounds',
    usage: 'backgrounds list | import <folder>',
    summary: 'lists the backgrounds of green-screen pictures, takes them into a shop',
    load: async () => (await import('./backgrounds.ts')).backgroundsCommand,
  },
  {
    name: 'simulate',
    usage: 'simulate <e-mail> --provider <key> --operator <name>',
    summary: 'prints a link to act as a customer',
    load: async () => (await import('./simulate.ts')).simulateCommand,
  },
  {
    name: 'vouchers',
    usage: 'vouchers',
    summary: 'lists the voucher codes of a shop and how often each was used',
    load: async () => (await import('./vouchers.ts')).vouchersCommand,
  },
  {
    name: 'recordings',
    usage: 'recordings list | html <uuid> <file> | delete <uuid>',
    summary: 'lists the recordings that customers made for support, writes one as a file, deletes one',
    load: async () => (await import('./recordings.ts')).recordingsCommand,
  },
]

const usage = [
  'Usage: ./portraitkit <command>',
  '',
  ...commands.map(({ usage, summary }) => `  ${usage.padEnd(51)} ${summary}`),
  '',
  'The data lies in DATA_DIR (./data), or in the database of MONGODB_URL.',
].join('\n')

async function main([name, ...argv]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(usage)
    return name === undefined ? 2 : 0
  }
  const command = commands.find((each) => each.name === name)
  if (!command) {
    console.error(`There is no command "${name}".\n\n${usage}`)
    return 2
  }
  const run = await command.load()
  const { app, close } = await openApp({ ...readEnv(), logLevel: process.env.LOG_LEVEL ?? 'warn' })
  try {
    const { PUBLIC_URL, PORT } = process.env
    return await run(argv, PUBLIC_URL || PORT ? app : await atRememberedAddress(app))
  } finally {
    await close()
  }
}

// Who reads no further, such as `head`, ends what is printed and not the work.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
