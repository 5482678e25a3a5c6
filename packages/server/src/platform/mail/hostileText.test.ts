import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMailTransport } from './transport.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-hostile-mail-'))
})
afterAll(() => rm(folder, { recursive: true }))

const ATTACK = 'Hello\r\nBcc: thief@example.com\r\n\r\nAnother text'

it('untrusted text adds no header and no recipient to an email', async () => {
  const transport = createMailTransport({ smtpUrl: undefined, dataDir: folder })
  await transport.send({
    id: ATTACK,
    from: { name: ATTACK, address: 'shop@example.com' },
    to: 'family@example.com',
    subject: ATTACK,
    text: ATTACK,
    html: ATTACK,
    unsubscribe: `https://shop.example/stop?${encodeURIComponent(ATTACK)}`,
    date: new Date('2026-11-20T10:00:00Z'),
  })
  transport.close()
  const [name = ''] = await readdir(join(folder, 'outbox'))
  const [head = ''] = (await readFile(join(folder, 'outbox', name), 'utf8')).split('\r\n\r\n')
  const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, header]) => String(header).toLowerCase())
  expect(names.sort()).toEqual(
    ['auto-submitted', 'list-unsubscribe', 'list-unsubscribe-post', 'from', 'to', 'subject', 'message-id', 'date']
      .concat(['mime-version', 'content-type'])
      .sort(),
  )
  expect(head).toContain('\r\nTo: family@example.com\r\n')
})
