import { features } from '../features.ts'
import { openApp } from '../openApp.ts'
import { StartError } from '../platform/db/startError.ts'
import { EnvError, readEnv } from '../platform/env.ts'
import { joinLiveServers } from '../platform/migrations/liveServer.ts'
import { withServerAddress } from '../platform/serverAddress.ts'
import { commandsOf, usageOf } from './commands.ts'

async function main([name, ...argv]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(usageOf(features))
    return name === undefined ? 2 : 0
  }
  const command = commandsOf(features).find((each) => each.name === name)
  if (!command) {
    console.error(`There is no command "${name}".\n\n${usageOf(features)}`)
    return 2
  }
  const env = { ...readEnv(), logLevel: process.env.LOG_LEVEL ?? 'warn' }
  if ('loadBeforeOpening' in command) {
    const runBeforeOpening = await command.loadBeforeOpening()
    return runBeforeOpening(argv, env, (target) => openApp(target, { isRestoring: true }))
  }
  const run = await command.load()
  const { app, close } = await openApp(env)
  try {
    const live = command.isServer ? null : await joinLiveServers(app, stopOutdated, name)
    const { PUBLIC_URL, PORT } = process.env
    const code = await run(argv, PUBLIC_URL || PORT ? app : await withServerAddress(app))
    // Its entry expires if the database is unreachable now.
    await live?.leave().catch(() => undefined)
    return code
  } finally {
    await close()
  }
}

/** Every command may be killed at any time: what is left is continued by the newer version. */
function stopOutdated(): void {
  console.error('A newer version has changed the data, so this command stops. Repeat it with the newer version.')
  process.exit(1)
}

// A reader that closes the pipe, such as `head`, ends the output and not the work.
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
