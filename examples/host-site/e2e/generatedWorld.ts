import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDemoTemplate } from '../../../packages/server/src/demo/templates/seedTemplates.ts'
import { grantSubjects } from '../../../packages/server/src/features/access/grants.ts'
import { createCustomer } from '../../../packages/server/src/features/account/collection.ts'
import { categories } from '../../../packages/server/src/features/browsing/collection.ts'
import { saveProduct } from '../../../packages/server/src/features/products/collection.ts'
import { saveTemplate } from '../../../packages/server/src/features/template/collection.ts'
import { openApp } from '../../../packages/server/src/openApp.ts'
import type { App } from '../../../packages/server/src/platform/app.ts'
import { readEnv } from '../../../packages/server/src/platform/env.ts'
import { saveProvider } from '../../../packages/server/src/platform/provider/collection.ts'
import type { Provider } from '../../../packages/server/src/platform/provider/document.ts'
import { SET_PRICE, sellDigitalFiles } from '../../../packages/server/src/testing/buildFiles.ts'
import { buildProvider } from '../../../packages/server/src/testing/buildProvider.ts'
import { deliverEveryWay, payEveryWay } from './everyMethodShop.ts'
import { sharp } from './printTruth/raster.ts'
import type { House, World } from './world.ts'

// Creates a random provider with a roster and photographs, and returns what a parent would know.

const word = (letters: string, length: number) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
const nameWord = () => `${word('BDFGKLMNRST', 1)}${word('aeiou', 1)}${word('lmnrst', 1)}${word('aeiouåøü', 2)}`
const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`
const codeWord = () => word('ABCDEFGHJKMNPQRTUVWXY346789', 10)

const provider = `gen-${word('abcdefghkmnp', 7)}`
const subjects = Array.from({ length: 3 }, () => ({
  name: `${nameWord()} ${nameWord()}`,
  code: codeWord(),
  group: '7X',
}))
// Two children of a family share one code.
const family = codeWord()
subjects.push(...Array.from({ length: 2 }, () => ({ name: `${nameWord()} ${nameWord()}`, code: family, group: '7X' })))
// The portraits of one child, with a letter of their own, to download at a reduced price. Only ASCII letters: a browser started
// without a UTF-8 locale leaves out all others in file names.
const plainWord = () => `${word('BDFGKLMNRST', 1)}${word('aeiou', 1)}${word('lmnrst', 1)}${word('aeiou', 2)}`
const digital = { name: `${plainWord()} ${plainWord()}`, code: codeWord(), group: '8Y' }
const digitalJob = `Job ${plainWord()}`
const offer = randomInt(900, 1900)
const [first, second] = subjects as [(typeof subjects)[0], (typeof subjects)[0]]
const folderOf = (which: string) => join(process.env.DATA_DIR as string, `roster-${which}-${provider}`)
const customer = { email: `${word('abcdefgh', 10)}@example.net`, password: `p-${randomUUID()}` }
const schoolJob = `Job ${nameWord()}`
const cardPrice = randomInt(200, 900)

await writeRoster(folderOf('school'), subjects, 2)
await writeRoster(folderOf('digital'), [digital], 3)
const { app, close } = await openApp({ ...readEnv(), logLevel: 'warn' })
try {
  const made = await makeProvider(app)
  await importRoster(folderOf('school'), schoolJob)
  await importRoster(folderOf('digital'), digitalJob)
  await makeCustomer(app, made)
} finally {
  await close()
}
await writeFile(process.argv[2] as string, JSON.stringify({ ...world(), amount: 'kr|CHF|€|\\d' }))

/** Every portrait has its own colours and its own position of the face, so that no two pictures can be confused. */
async function writeRoster(folder: string, children: typeof subjects, shots: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const rows = ['\uFEFFgroup;code;name;key']
  for (const [index, { name, code, group }] of children.entries()) {
    rows.push(`${group};${code};${name};K${index}`)
    for (let shot = 1; shot <= shots; shot++) await writeFile(join(folder, `K${index}_${shot}.jpg`), await portrait())
  }
  await writeFile(join(folder, 'roster.csv'), rows.join('\r\n'))
}

async function portrait(): Promise<Buffer> {
  const colour = () => `hsl(${randomInt(360)} ${randomInt(40, 90)}% ${randomInt(25, 70)}%)`
  const stripes = Array.from(
    { length: 24 },
    (_, at) => `<rect x="${at * 50}" width="26" height="1500" fill="${colour()}" opacity="0.5"/>`,
  )
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500"><rect width="1200" height="1500" fill="${colour()}"/>${stripes.join('')}<ellipse cx="${randomInt(450, 750)}" cy="${randomInt(450, 650)}" rx="210" ry="280" fill="${colour()}"/></svg>`,
    ),
  )
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function makeProvider(to: App): Promise<Provider> {
  const made = buildProvider({
    key: provider,
    hosts: [`${provider}.localhost`],
    origins: [process.env.PAGE_PORT, process.env.EXAMPLE_PORT].map((port) => `http://studio.localhost:${port}`),
    currency: 'EUR',
    country: 'DE',
    options: { ...buildProvider().options, analyticsEnabled: true },
    deliveryMethods: deliverEveryWay(),
    ...payEveryWay(JSON.parse(process.env.STRIPE as string) as House['stripe']),
  })
  await saveProvider(to, made)
  await sellDigitalFiles(to, made, { rule: { jobs: [digitalJob] }, rebated: { set: offer, file: 700 } })
  for (const name of ['archway', 'three-moments'] as const) {
    const template = (await readDemoTemplate(name)) as { product: string }
    await saveProduct(to, provider, {
      uuid: template.product,
      names: { en: `Card ${nameWord()}` },
      type: 1,
      producttype: 'cards',
      sortOrder: 1,
      formatSize: '15x15',
      minorderpartquantity: 1,
      subproducts: [],
      productprices: [{ quantity: 1, price: cardPrice, campaignprice: null, type: 0 }],
      campaignrequirement: '',
    })
    await saveTemplate(to, provider, template)
  }
  await categories.save(to, provider, {
    internalName: 'cards',
    titles: { en: 'Cards' },
    descriptions: { en: 'A picture for the post.' },
  })
  return made
}

async function importRoster(folder: string, job: string): Promise<void> {
  const command = [
    'packages/server/src/cli/main.ts',
    'import',
    folder,
    '--provider',
    provider,
    '--job',
    job,
    '--publish',
  ]
  const [code] = await once(spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
  if (code !== 0) throw new Error(`The import ended with ${code}`)
}

async function makeCustomer(to: App, of: Provider): Promise<void> {
  const made = await createCustomer(to, of, {
    ...customer,
    mobile: '+4915112345678',
    acceptMail: false,
    language: 'en',
    addressProved: to.clock(),
  })
  const subject = await to.db.collection('subjects').findOne({ provider, name: second.name })
  if (!made || !subject) throw new Error('The generated roster is not there')
  await grantSubjects(to, of, made._id, [subject.uuid])
}

function world(): Omit<World, 'amount' | 'shop' | 'studio'> {
  return {
    title: 'a provider made up in this run',
    provider,
    code: first.code,
    subject: first.name,
    family: { code: family, subjects: subjects.filter(({ code }) => code === family).map(({ name }) => name) },
    customer,
    card: 'Archway',
    address: { name: `${nameWord()} ${nameWord()}`, street: 'Hauptstraße 3', postalCode: '10115', city: 'Berlin' },
    phone: '+49 1511 2345678',
    digital: {
      code: digital.code,
      subject: digital.name,
      price: euros(SET_PRICE),
      offer: euros(offer),
      photographs: [1, 2, 3].map((shot) => join(folderOf('digital'), `K0_${shot}.jpg`)),
    },
    everyWay: {
      cardPrice,
      setPrice: offer,
      group: first.group,
      job: schoolJob,
    },
  }
}
