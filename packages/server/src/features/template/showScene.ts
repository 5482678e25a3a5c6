import type { RulePicture } from '@portraitkit/core/template/imageRules.ts'
import { pictureKey } from '@portraitkit/core/template/pictureKey.ts'
import type { Scene, ShownScene } from '@portraitkit/core/template/scene.ts'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantedSubjects, onceGrantedSubjects } from '../access/grants.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import { defaultBackground, listBackgrounds } from '../backgrounds/collection.ts'
import { type DeliveredSet, findDeliveredSets, findKeptBackSets } from '../jobs/collection.ts'
import { findUploads } from '../uploads/collection.ts'
import { assetAddresses } from './assets.ts'
import { templateOf } from './collection.ts'
import { giftToShow } from './shownGift.ts'

/** A picture that a customer may see, and the subject of theirs that has it; null where it is an upload of their own. */
export type GrantedPicture = {
  picture: RulePicture
  subject: string | null
  /** What a cut-out stands before as long as nobody has chosen, null for white; missing where the picture is none. */
  background?: string | null
}

/** Every picture that a customer may see or has uploaded, by uuid. */
export async function grantedPictures(
  app: App,
  provider: Provider,
  customerUuid: string,
): Promise<Map<string, GrantedPicture>> {
  const [subjects, uploads, backgrounds] = await Promise.all([
    grantedSubjects(app, provider, customerUuid),
    findUploads(app, provider.key, customerUuid),
    listBackgrounds(app, provider.key),
  ])
  const sets = await findDeliveredSets(app, provider.key, subjects)
  const own = uploads.map((picture) => [picture.uuid, { picture, subject: null }] as const)
  return new Map<string, GrantedPicture>([...own, ...picturesIn(sets, backgrounds)])
}

/**
 * Every picture that was a customer's to see once, by uuid, also where it is withdrawn now: to know it again in what the customer
 * has made, never to show or to sell it.
 */
export async function onceGrantedPictures(
  app: App,
  provider: Provider,
  customerUuid: string,
): Promise<Map<string, GrantedPicture>> {
  const [subjects, backgrounds] = await Promise.all([
    onceGrantedSubjects(app, provider, customerUuid),
    listBackgrounds(app, provider.key),
  ])
  return new Map(picturesIn(await findKeptBackSets(app, provider.key, subjects), backgrounds))
}

function picturesIn(
  sets: readonly DeliveredSet[],
  backgrounds: Awaited<ReturnType<typeof listBackgrounds>>,
): Array<readonly [uuid: string, GrantedPicture]> {
  return sets.flatMap(({ job, pictures, subject }) =>
    pictures.map((picture) => {
      const before = defaultBackground(backgrounds, job, picture)
      return [picture.uuid, { picture, subject: subject.uuid, ...before }] as const
    }),
  )
}

/**
 * A scene as a customer's screen needs it: with its hash and with signed addresses of the pictures that the customer may
 * see. A picture that was taken back has none.
 *
 * @param customerUuid null for somebody who is signed out
 */
export async function showScene(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  scene: Scene,
): Promise<ShownScene> {
  const [shown] = await showScenes(app, provider, customerUuid, [scene])
  return shown as ShownScene
}

/** The same for several scenes; what the customer may see is asked for once. */
export async function showScenes(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  scenes: readonly Scene[],
): Promise<ShownScene[]> {
  const hashed = await Promise.all(scenes.map(async (scene) => ({ scene, hash: await sceneHash(scene) })))
  return showHashedScenes(app, provider, customerUuid, hashed)
}

/** The same for scenes whose hashes are known: those that were kept under them. */
export async function showHashedScenes(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  hashed: ReadonlyArray<{ scene: Scene; hash: string }>,
): Promise<ShownScene[]> {
  const needed = hashed.some(({ scene }) => picturesOf(scene).length > 0)
  const granted = needed && customerUuid !== null ? await grantedPictures(app, provider, customerUuid) : null
  const addressesOf = (scene: Scene): ShownScene['addresses'] =>
    Object.fromEntries(
      picturesOf(scene).flatMap(({ uuid, background = null }) => {
        const seen = granted?.get(uuid)
        if (!seen || customerUuid === null) return []
        // What the customer has uploaded needs nobody's leave in any size.
        const use = { use: 'plain', bought: seen.subject === null, background } as const
        const addresses = pictureAddresses(app, provider, customerUuid, { uuid, subject: seen.subject }, use)
        return [[pictureKey({ uuid, background }), addresses]]
      }),
    )
  const shown = hashed.map(async ({ scene, hash }) => {
    const addresses = { ...addressesOf(scene), ...assetAddresses(provider.key, scene) }
    // an order whose template is gone is shown all the same
    const definition = await templateOf(app, provider.key, scene.template.uuid, scene.template.version)
    const thing = definition && giftToShow(provider.key, definition)
    if (!thing) return { hash, scene, addresses }
    return { hash, scene, addresses: { ...addresses, ...thing.addresses }, gift: thing.gift }
  })
  return Promise.all(shown)
}

function picturesOf({ parts }: Scene): Array<{ uuid: string; background?: string | undefined }> {
  return parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.kind === 'picture' && node.picture ? [node.picture] : [])),
  )
}
