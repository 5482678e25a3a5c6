import { randomUUID } from 'node:crypto'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { uploads } from '@portraitkit/core/uploads/contract.ts'
import { aPhotographFile } from '../aPhotograph.ts'
import { resourcesOf } from '../buildBuyer.ts'
import { packageInputOf } from '../buildPackage.ts'
import { aMotif, buildUpload, sendFiles } from '../buildUpload.ts'
import { type CallsByName, endpointNamed, type Family } from './family.ts'

/** The calls with which a family looks at its pictures and makes something of them. */
export function shopCalls({ server, buyer, child, photoPackage }: Family): CallsByName {
  const { provider } = server
  const { definition, product } = buyer.template
  const template = { uuid: definition.uuid, version: definition.version }
  const subject = child.uuid
  const own =
    (input: object = {}) =>
    async () => ({ client: buyer.client, input })
  const upload = (path: string) => async () => {
    const files = [{ bytes: await aPhotographFile(aMotif()) }]
    return { send: () => sendFiles(buyer.client, provider, files, { path }) }
  }
  return {
    'backgrounds.ofJob': own({ jobUuid: child.jobUuid }),
    'backgrounds.ofPicture': own({ uuid: child.pictures[0]?.uuid }),
    'uploads.send': upload(uploads.send.path),
    'uploads.sendForTemplate': upload(`${uploads.sendForTemplate.path}?type=template&json=1&thumbnails=320`),
    'uploads.recent': own(),
    'uploads.remove': async () => own({ uuid: (await buildUpload(buyer.client, provider)).uuid })(),
    'products.priceList': own(),
    'template.listForSubject': own({ type: 'cards', category: 'cards', subjectUuid: subject }),
    'template.scenes': own({ scenes: Array.from({ length: 12 }, () => ({ template, subject })) }),
    'catalogues.list': own(),
    'photo-packages.list': own({ subject }),
    'picture-sets.list': own(),
    'picture-sets.get': own({ subjectUuid: subject }),
    'browsing.categories': own({ subject }),
    'browsing.promoted': own({ subject }),
    'editor.ownTemplates': own({ productUuid: product.uuid }),
    'editor.fillUserStrings': own({
      subject: { uuid: subject },
      template,
      picture: { uuid: child.pictures[0]?.uuid },
      resource: { id: 'front.large' },
    }),
    'editor.fillTemplate': own({ template: { uuid: template.uuid }, subject: { uuid: subject } }),
    ...draftCalls({ buyer, child, photoPackage }),
  }
}

type Saved = { load: string; save: string; remove: string }

/** Designs and packages that are saved before they are in the cart, and changes to those in the cart. */
function draftCalls({ buyer, child, photoPackage }: Pick<Family, 'buyer' | 'child' | 'photoPackage'>): CallsByName {
  const { client, template, set } = buyer
  const { uuid, version } = template.definition
  const own =
    (input: object = {}) =>
    async () => ({ client, input })
  const resources = resourcesOf(set, 'Emma')
  const design = {
    product: template.product.uuid,
    content: { template: { uuid, version }, subject: child.uuid, resources },
  }
  const saves = (names: Saved, contentOf: () => Promise<object>): CallsByName => {
    const save = async (each: string, from: number) => ({ uuid: each, version: from, ...(await contentOf()) })
    const stored = async () => {
      const draft = randomUUID()
      await client.call(endpointNamed(names.save), await save(draft, 0))
      return draft
    }
    return {
      [names.save]: async () => ({ client, input: await save(await stored(), 1) }),
      [names.load]: async () => ({ client, input: { uuid: await stored() } }),
      [names.remove]: async () => ({ client, input: { uuid: await stored() } }),
    }
  }
  const packageContent = async () => {
    const start = { packageUuid: photoPackage, subject: { uuid: child.uuid } }
    const packageItems = packageInputOf(await client.call(photoPackages.open, start))
    return { content: { package: { uuid: photoPackage }, subject: child.uuid, packageItems } }
  }
  return {
    'editor.unfinished': own(),
    'photo-packages.unfinished': own(),
    ...saves(namesOf('editor', 'getDesign', 'saveDesign', 'deleteDesign'), async () => design),
    ...saves(namesOf('editor', 'getLineDesign', 'saveLineDesign', 'deleteLineDesign'), async () => design),
    ...saves(namesOf('photo-packages', 'getSaved', 'save', 'deleteSaved'), packageContent),
    ...saves(namesOf('photo-packages', 'getLine', 'saveLine', 'deleteLine'), packageContent),
  }
}

function namesOf(feature: string, load: string, save: string, remove: string): Saved {
  return { load: `${feature}.${load}`, save: `${feature}.${save}`, remove: `${feature}.${remove}` }
}
