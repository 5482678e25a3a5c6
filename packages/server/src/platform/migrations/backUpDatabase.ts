import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backup } from '@portraitkit/local-mongo/backup.ts'
import type { App } from '../app.ts'
import { PRIVATE_FOLDER } from '../privateFiles.ts'

/** Backs the local database up before a version changes its data, and returns the file. The pictures never change. */
export async function backUpDatabase({ env, clock }: App): Promise<string> {
  const folder = join(env.dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const file = join(folder, `before-upgrade-${clock().toISOString().replace(/[:.]/g, '-')}.backup`)
  await backup(join(env.dataDir, 'db'), file)
  return file
}
