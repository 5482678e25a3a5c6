import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCode } from '../packages/core/src/jobs/codes.ts'
import { saveCode } from '../packages/server/src/features/access/codes.ts'
import { hashPassword, isPassword } from '../packages/server/src/features/account/passwordHash.ts'
import { subjectsOf } from '../packages/server/src/features/jobs/collection.ts'
import { buildCustomer } from '../packages/server/src/testing/buildCustomer.ts'
import { buildPictureSet } from '../packages/server/src/testing/buildPictureSet.ts'
import { startTestServer } from '../packages/server/src/testing/testServer.ts'
import { SERVER, startChild, stopChildren } from './calls/child.ts'
import { ask, latenciesAt, percentile, type Target } from './calls/load.ts'
import type { Extent, Figure } from './figures.ts'

const CODES = 1000
const CODES_A_SECOND = 200
const CODE_P99_GOAL = 25
const SIGN_INS = 60
const SIGN_IN_GOAL = 15
const PASSWORD = 'correct horse battery'

/**
 * Entering the shop, on a server in production mode with the local database: valid codes at 200 a second from one school's
 * address, and one sign-in after the other, each compared with a check of the same password without a shop.
 */
export async function benchGettingIn({ scale }: Extent): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-getting-in-'))
  const children: ChildProcess[] = []
  try {
    const secret = randomBytes(32).toString('hex')
    const { provider, codes, email } = await fillShop(folder, secret)
    const port = await startChild(children, SERVER, [], { DATA_DIR: folder, SECRET: secret, NODE_ENV: 'production' })
    const headers = { 'x-provider': provider }
    const entering = codes.map(
      (code): Target => ({ port, headers, path: `/ajax/prophoto/verify_subject_code.php?code=${code}` }),
    )
    await latenciesAt(entering, CODES_A_SECOND, 2)
    const latencies = await latenciesAt(entering, CODES_A_SECOND, Math.max(2, 20 * scale))
    const p99 = percentile(latencies, 99)
    return [
      { name: `median of good codes at ${CODES_A_SECOND} a second`, value: percentile(latencies, 50), unit: 'ms' },
      {
        name: `p99 of good codes at ${CODES_A_SECOND} a second`,
        value: p99,
        unit: 'ms',
        goal: `under ${CODE_P99_GOAL} ms`,
        met: p99 < CODE_P99_GOAL,
      },
      await signIns({ port, headers, email, count: Math.max(5, Math.round(SIGN_INS * scale)) }),
    ]
  } finally {
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

type SignInLoad = { port: number; headers: Record<string, string>; email: string; count: number }

async function signIns({ port, headers, email, count }: SignInLoad): Promise<Figure> {
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ email, password: PASSWORD })
  const target = {
    port,
    body,
    headers: { ...headers, 'content-type': 'application/json' },
    path: '/api/webshop/session',
  }
  const stored = await hashPassword(PASSWORD)
  const turns: { shop: number; alone: number }[] = []
  for (let turn = 0; turn < count + 3; turn++) {
    const shop = await measureSeconds(() => ask(agent, target))
    const alone = await measureSeconds(() => isPassword(PASSWORD, stored))
    // the first ones run on cold caches
    if (turn >= 3) turns.push({ shop, alone })
  }
  agent.destroy()
  const shop = percentile(
    turns.map((turn) => turn.shop),
    50,
  )
  const alone = percentile(
    turns.map((turn) => turn.alone),
    50,
  )
  return {
    name: 'median of a sign-in',
    value: shop,
    unit: 'ms',
    beside: `Argon2id alone ${alone.toFixed(1)} ms`,
    ratio: shop / alone,
    goal: `at most ${SIGN_IN_GOAL} ms more`,
    met: shop - alone <= SIGN_IN_GOAL,
  }
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A job of a thousand children, each with a code, and a customer. */
async function fillShop(folder: string, secret: string) {
  const server = await startTestServer({ folder, env: { SECRET: secret } })
  try {
    const { app, provider } = server
    const { subject } = await buildPictureSet(app, provider)
    const codes = Array.from({ length: CODES }, () => makeCode(randomInt))
    for (const code of codes) {
      const uuid = randomUUID()
      await subjectsOf(app, provider.key).insertOne({ ...subject, uuid, key: uuid })
      await saveCode(app, provider, { code, subjects: [uuid] })
    }
    const { customer } = await buildCustomer(server, { password: PASSWORD })
    return { provider: provider.key, codes, email: customer.email }
  } finally {
    await server.close()
  }
}
