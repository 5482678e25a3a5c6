import { features } from '../features.ts'
import { openApp } from '../openApp.ts'
import { StartError } from '../platform/db/startError.ts'
import { EnvError, readEnv } from '../platform/env.ts'
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
    const { PUBLIC_URL, PORT } = process.env
    return await run(argv, PUBLIC_URL || PORT ? app : await withServerAddress(app))
  } finally {
    await close()
  }
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
