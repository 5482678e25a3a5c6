import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { expect, it } from 'vitest'
import { openApp } from '../../openApp.ts'
import { backupCommand } from '../../platform/backup/backupCommand.ts'
import { restoreCommand } from '../../platform/backup/restoreCommand.ts'
import { readJournalFolder } from '../../platform/deletions/journal.ts'
import { startServer } from '../../server.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { createTestClient, type TestClient } from '../../testing/testClient.ts'
import { startTestServer, testEnv } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { codeId, saveCode } from './codes.ts'
import { disputeCode, giveDisputedCode, takeFromCode } from './disputedCodes.ts'
import { leaveSharedCodes } from './replaceCodes.ts'

const OWN_DATA = { MONGODB_URL: '', SECRET: '' }

/** How many children a code opens. */
async function countOpened(client: TestClient, code: string): Promise<number> {
  const answer = await client.call(access.verifySubjectCode, { code })
  return answer.data?.subjects.length ?? 0
}

it('a code that opened somebody no longer when the data was lost opens them neither after a restore', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pk-codes-'))
  const server = await startTestServer({ folder: join(root, 'data'), env: OWN_DATA })
  const { app, provider } = server
  const build = () => buildPictureSet(app, provider)
  const [disputed, removed, given] = [await build(), await build(), await build()]
  const [sister, brother] = [await build(), await build()]
  const shared = `CODE${randomUUID().slice(0, 8)}`
  await saveCode(app, provider, { code: shared, subjects: [sister.subject.uuid, brother.subject.uuid] })
  const backup = join(root, 'backup')
  expect(await runInTerminal(backupCommand, [backup], app)).toMatchObject({ code: 0 })
  for (const { code, job } of [disputed, given]) await disputeCode(app, provider, { code, job: job.uuid })
  const back = { code: given.code, job: given.job.uuid, subject: given.subject.uuid }
  expect(await giveDisputedCode(app, provider, back)).toBe(true)
  expect(await takeFromCode(app, provider, codeId(provider, removed.code), removed.subject.uuid)).toBe(true)
  await leaveSharedCodes(app, provider, brother.subject.uuid)

  const env = testEnv(join(root, 'restored'), OWN_DATA)
  const { out } = await runInTerminal(
    (argv) =>
      restoreCommand(argv, { ...env, dataDir: app.env.dataDir }, (target) => openApp(target, { isRestoring: true })),
    [backup, '--into', env.dataDir],
    app,
  )
  for (const { job } of [disputed, removed, brother]) expect(out).toContain(`of "${job.name}" (2026): 1 code\n`)
  for (const { job } of [given, sister]) expect(out).not.toContain(job.name)
  const restored = await startServer({ env })
  const client = createTestClient(restored.port, provider.key)
  expect(await countOpened(client, disputed.code)).toBe(0)
  expect(await countOpened(client, removed.code)).toBe(0)
  expect(await countOpened(client, given.code)).toBe(1)
  expect(await countOpened(client, shared)).toBe(1)
  const journal = JSON.stringify(await readJournalFolder(app.env.dataDir))
  for (const code of [disputed.code, removed.code, shared]) expect(journal).not.toContain(code.slice(4).toUpperCase())
  await restored.close()
  await server.close()
  await rm(root, { recursive: true })
})
