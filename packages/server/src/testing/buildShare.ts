import { randomBytes } from 'node:crypto'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import { makeShareToken } from '../features/access/shareToken.ts'
import type { BuiltCustomer } from './buildCustomer.ts'
import type { TestServer } from './testServer.ts'

export type BuiltShare = {
  uuid: string
  recipient: string
  /** The token in the link of the email. */
  token: string
}

/** Shares subjects as a customer of the server's shop whose address is proved. */
export async function buildShare(
  { app, provider }: Pick<TestServer, 'app' | 'provider'>,
  { client }: Pick<BuiltCustomer, 'client'>,
  subjects: readonly string[],
  change: { recipient?: string; until?: string } = {},
): Promise<BuiltShare> {
  const { recipient = `friend-${randomBytes(6).toString('hex')}@example.com`, until } = change
  const answer = await client.call(sharing.share, {
    'email[]': [recipient],
    'subjects[]': [...subjects],
    ...(until !== undefined && { until }),
  })
  if (answer.error) throw new Error(`Not shared: ${answer.error}`)
  const { shares } = await client.call(sharing.list, {})
  const share = shares.find((each) => each.recipient === recipient)
  if (!share) throw new Error('There is no share')
  return { uuid: share.uuid, recipient, token: makeShareToken(app, provider.key, share.uuid) }
}
