import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Provides a `php`: the machine's, or Debian's package if it can be installed. */
export async function needPhp(): Promise<void> {
  if (await hasPhp()) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const lock = ['-q', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  await execute('apt-get', ['update', ...lock], { env }).catch(() => undefined)
  await execute('apt-get', ['install', '-y', '--no-install-recommends', ...lock, 'php-cli'], { env }).catch(
    () => undefined,
  )
  if (!(await hasPhp())) throw new Error('There is no php, and none could be installed: install PHP 8.1 or newer')
}

const hasPhp = () =>
  execute('php', ['--version']).then(
    () => true,
    () => false,
  )
