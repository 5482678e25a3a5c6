import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { grantSubjects } from '../../packages/server/src/features/access/grants.ts'
import { cookieName } from '../../packages/server/src/features/account/sessions/sessionCookie.ts'
import { sessionsOf } from '../../packages/server/src/features/account/sessions/sessions.ts'
import type { StoredCart } from '../../packages/server/src/features/cart/collection.ts'
import { picturesOf, type Subject, subjectsOf } from '../../packages/server/src/features/jobs/collection.ts'
import type { DeliveredPicture } from '../../packages/server/src/features/jobs/picture.ts'
import type { App } from '../../packages/server/src/platform/app.ts'
import { providerCollection } from '../../packages/server/src/platform/db/providerCollection.ts'
import { type Buyer, buildBuyer } from '../../packages/server/src/testing/buildBuyer.ts'
import { aStoredPicture, givePictures } from '../../packages/server/src/testing/givePictures.ts'
import { startTestServer } from '../../packages/server/src/testing/testServer.ts'
import type { Target } from './load.ts'

/** `goal`: the lowest ratio to a bare Koa that sends the same bytes. */
export type Calls = { name: string; paths: Omit<Target, 'port'>[]; goal: number }

const CARDS = ['Emma', 'Emma and Noah', 'Grandmother']

/**
 * A school's job with this number of children, each with nine pictures and a parent who is signed in and has three cards in the
 * cart. The first of them is created over HTTP; the others are copies with children, sessions and lines of their own.
 */
export async function fillShop(folder: string, secret: string, customers: number): Promise<Calls[]> {
  const server = await startTestServer({ folder, env: { SECRET: secret } })
  try {
    const { app, provider } = server
    const first = await buildBuyer(server)
    const child = first.set.subject
    const pictures = await giveNinePictures(app, first)
    for (const name of CARDS) await first.add({ name })
    const parents = [{ subject: child.uuid, cookie: `${[...first.client.cookies][0]?.join('=')}` }]
    while (parents.length < customers) parents.push(await copyOf(app, first, pictures))
    const query = `provider=${provider.key}`
    return [
      {
        name: 'picture set',
        goal: 0.12,
        paths: parents.map(({ subject, cookie }) => ({
          path: `/api/webshop/picture-sets/${subject}?${query}`,
          headers: { cookie },
        })),
      },
      {
        name: 'cart of three cards',
        goal: 0.16,
        paths: parents.map(({ cookie }) => ({ path: `/api/webshop/cart?${query}`, headers: { cookie } })),
      },
    ]
  } finally {
    await server.close()
  }
}

async function giveNinePictures(app: App, { set }: Buyer): Promise<DeliveredPicture[]> {
  const more = Array.from(
    { length: 6 },
    (_each, index): DeliveredPicture => ({
      ...set.pictures.first,
      uuid: randomUUID(),
      fileName: `more-${index}.jpg`,
    }),
  )
  const pictures = [set.pictures.first, set.pictures.favourite, ...more]
  await givePictures(app, set.subject, pictures)
  return pictures
}

type StoredScene = { _id: string; provider: string; line: string }

async function copyOf(app: App, { provider, customer, set }: Buyer, pictures: readonly DeliveredPicture[]) {
  const parent = randomUUID()
  const subject = randomUUID()
  const token = randomBytes(32).toString('base64url')
  const now = app.clock()
  const child: Subject = { ...set.subject, uuid: subject, key: subject }
  await subjectsOf(app, provider.key).insertOne(child)
  await picturesOf(app, provider.key).insertMany(
    pictures.map((picture) => {
      const own = { uuid: subject, isCover: picture.keywords.length > 0 }
      return aStoredPicture(child, { ...picture, uuid: randomUUID() }, { to: 'subjects', subjects: [own] })
    }),
  )
  await grantSubjects(app, provider, parent, [subject])
  await sessionsOf(app, provider).insertOne({
    _id: createHash('sha256').update(token).digest('base64url'),
    customer: { uuid: parent, email: `${parent}@example.com`, language: 'en', isSimulated: false },
    kind: 'cookie',
    created: now,
    expires: new Date(now.getTime() + 60 * 24 * 60 * 60_000),
  })
  await copyCart(app, provider.key, customer._id, parent, subject)
  return { subject, cookie: `${cookieName(provider)}=${token}` }
}

async function copyCart(app: App, provider: string, from: string, to: string, subject: string): Promise<void> {
  const carts = providerCollection<StoredCart>(app, 'carts', provider)
  const scenes = providerCollection<StoredScene>(app, 'cartScenes', provider)
  const cart = await carts.findOne({ customer: from })
  if (!cart) throw new Error('The first customer has no cart')
  const lines = cart.lines
    .filter((line) => line.kind === 'print')
    .map((line) => ({ ...line, uuid: randomUUID(), subject, subjects: [subject] }))
  for (const [index, line] of lines.entries()) {
    const scene = await scenes.findOne({ line: cart.lines[index]?.uuid ?? '' })
    if (scene) await scenes.insertOne({ ...scene, _id: `${line.uuid} ${line.sceneHash}`, line: line.uuid })
  }
  await carts.insertOne({ ...cart, _id: `${provider} ${to}`, customer: to, lines })
}
