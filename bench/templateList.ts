import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aTemplate } from '../packages/core/src/testing/aTemplate.ts'
import { buildTemplate } from '../packages/server/src/testing/buildTemplate.ts'
import { startTestServer } from '../packages/server/src/testing/testServer.ts'
import { SERVER, startChild, stopChildren } from './calls/child.ts'
import { latenciesAt, percentile, rateOf } from './calls/load.ts'
import type { Extent, Figure } from './figures.ts'

const TEMPLATES = 2000
const CATEGORIES = 10
const SUBJECTS = 200_000
const CALLS_A_SECOND = 100
const P99_GOAL = 40

/** The cards of one category of a large shop, signed out, at 100 a second: a tenth of all templates in each answer. */
export async function benchTemplateList({ scale }: Extent): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-templates-'))
  const children: ChildProcess[] = []
  try {
    const secret = randomBytes(32).toString('hex')
    const [templates, subjects] = [Math.round(TEMPLATES * scale), Math.round(SUBJECTS * scale)]
    const provider = await fillShop({ folder, secret, templates, subjects })
    const port = await startChild(children, SERVER, [], { DATA_DIR: folder, SECRET: secret, NODE_ENV: 'production' })
    const targets = Array.from({ length: CATEGORIES }, (_each, index) => ({
      port,
      path: `/api/webshop/templates/cards/categories/${categoryOf(index)}?provider=${provider}`,
    }))
    await rateOf(targets, 1, Math.max(1, 3 * scale))
    const latencies = await latenciesAt(targets, CALLS_A_SECOND, Math.max(3, 20 * scale))
    const p99 = percentile(latencies, 99)
    const stored = `${templates.toLocaleString('en-US')} templates, ${subjects.toLocaleString('en-US')} subjects`
    return [
      { name: `median at ${CALLS_A_SECOND} a second, ${stored}`, value: percentile(latencies, 50), unit: 'ms' },
      {
        name: `p99 at ${CALLS_A_SECOND} a second, ${stored}`,
        value: p99,
        unit: 'ms',
        goal: `under ${P99_GOAL} ms`,
        met: p99 < P99_GOAL,
      },
    ]
  } finally {
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

const categoryOf = (index: number) => `category-${index % CATEGORIES}`

type ShopSize = { folder: string; secret: string; templates: number; subjects: number }

/** One card is saved as a shop saves it; the others are copies with uuids of their own, written long ago. */
async function fillShop({ folder, secret, templates, subjects }: ShopSize): Promise<string> {
  const server = await startTestServer({ folder, env: { SECRET: secret } })
  try {
    const { app, provider } = server
    const { product } = await buildTemplate(app, provider)
    const saved = new Date('2026-01-05T08:00:00Z')
    await app.db.collection('templates').insertMany(
      Array.from({ length: templates }, (_each, index) => {
        const uuid = randomUUID()
        const names = { en: `Card ${index}` }
        const categories = [categoryOf(index)]
        const definition = aTemplate({ uuid, names, categories, product: product.uuid })
        return { provider: provider.key, uuid, version: 1, type: 'CARDS', saved, definition }
      }),
    )
    const jobUuid = randomUUID()
    for (let from = 0; from < subjects; from += 5000) {
      await app.db.collection('subjects').insertMany(
        Array.from({ length: Math.min(5000, subjects - from) }, () => {
          const uuid = randomUUID()
          const contact = { email: null, phone: null }
          return { provider: provider.key, uuid, jobUuid, key: uuid, name: 'Emma', group: '1a', contact }
        }),
      )
    }
    return provider.key
  } finally {
    await server.close()
  }
}
