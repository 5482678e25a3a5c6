import type { RulePicture } from '@portraitkit/core/template/imageRules.ts'
import { pictureKey } from '@portraitkit/core/template/pictureKey.ts'
import type { Scene, ShownScene } from '@portraitkit/core/template/scene.ts'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import type { App } from '../../../platform/app.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { everGrantedSubjects, grantedSubjects } from '../../access/grants.ts'
import { pictureAddresses } from '../../access/pictureAddress.ts'
import { defaultBackground, listBackgrounds } from '../../backgrounds/collection.ts'
import { type DeliveredSet, findDeliveredSets, findWithheldSets } from '../../jobs/collection.ts'
import { findUploads } from '../../uploads/collection.ts'
import { assetAddresses } from '../assets.ts'
import { templateOf } from '../collection.ts'
import { showGift } from './showGift.ts'

/** A picture that a customer may see, with their subject that has it; null for an upload of their own. */
export type GrantedPicture = {
  picture: RulePicture & {
    /** Which of its files it has now; missing for the one with which it was imported. */
    version?: string | null
  }
  subject: string | null
  /**
   * The default background of a cut-out until the customer chooses one, null for white; missing if the picture is not a cut-out.
   */
  background?: string | null
}

/**
 * The pictures that a customer may see, by uuid, among them those of `used` that they may. Their uploads are looked up only if one
 * of `used` is in none of their sets.
 */
export async function grantedPictures(
  app: App,
  provider: Provider,
  customerUuid: string,
  used: readonly string[],
): Promise<Map<string, GrantedPicture>> {
  if (used.length === 0) return new Map()
  const [subjects, backgrounds] = await Promise.all([
    grantedSubjects(app, provider, customerUuid),
    listBackgrounds(app, provider.key),
  ])
  const delivered = new Map(picturesIn(await findDeliveredSets(app, provider.key, subjects), backgrounds))
  if (used.every((uuid) => delivered.has(uuid))) return delivered
  const uploads = await findUploads(app, provider.key, customerUuid)
  const own = uploads.map((picture) => [picture.uuid, { picture, subject: null }] as const)
  return new Map<string, GrantedPicture>([...own, ...delivered])
}

/**
 * Every picture that the customer could see at any time, by uuid, even if it is withdrawn now: for recognising it in the
 * customer's own work, never for showing or selling it.
 */
export async function everGrantedPictures(
  app: App,
  provider: Provider,
  customerUuid: string,
): Promise<Map<string, GrantedPicture>> {
  const [subjects, backgrounds] = await Promise.all([
    everGrantedSubjects(app, provider, customerUuid),
    listBackgrounds(app, provider.key),
  ])
  return new Map(picturesIn(await findWithheldSets(app, provider.key, subjects), backgrounds))
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
 * A scene for a customer's screen: with its hash and with signed addresses of the pictures that the customer may see. A withdrawn
 * picture has no address.
 * @param customerUuid null for a visitor
 */
export async function showScene(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  scene: Scene,
): Promise<ShownScene> {
  const [first] = await showScenes(app, provider, customerUuid, [scene])
  return first as ShownScene
}

/** Like `showScene`, for several scenes; the customer's pictures are looked up once. */
export async function showScenes(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  scenes: readonly Scene[],
): Promise<ShownScene[]> {
  return showHashedScenes(app, provider, customerUuid, await hashScenes(scenes))
}

/**
 * Like `showScenes`, for scenes that the customer has ordered: their pictures are shown as they were bought, also those that the photographer
 * has replaced since.
 */
export async function showOrderedScenes(
  app: App,
  provider: Provider,
  customerUuid: string,
  scenes: readonly Scene[],
): Promise<ShownScene[]> {
  return showHashedScenes(app, provider, customerUuid, await hashScenes(scenes), { ordered: true })
}

function hashScenes(scenes: readonly Scene[]): Promise<Array<{ scene: Scene; hash: string }>> {
  return Promise.all(scenes.map(async (scene) => ({ scene, hash: await sceneHash(scene) })))
}

/** Like `showScenes`, for scenes with known hashes, which are stored with them. */
export async function showHashedScenes(
  app: App,
  provider: Provider,
  customerUuid: string | null,
  hashed: ReadonlyArray<{ scene: Scene; hash: string }>,
  { ordered = false }: { ordered?: boolean } = {},
): Promise<ShownScene[]> {
  const used = hashed.flatMap(({ scene }) => picturesOf(scene).map(({ uuid }) => uuid))
  const granted = customerUuid === null ? null : await grantedPictures(app, provider, customerUuid, used)
  const addressesOf = (scene: Scene): ShownScene['addresses'] =>
    Object.fromEntries(
      picturesOf(scene).flatMap(({ uuid, version: frozen, background = null }) => {
        const seen = granted?.get(uuid)
        if (!seen || customerUuid === null) return []
        const { subject, picture } = seen
        const present = picture.version ?? null
        const version = ordered ? (frozen ?? null) : present
        // Customers may see their own uploads in any size.
        const use = { use: 'plain', bought: subject === null, background, ordered: version !== present } as const
        const addresses = pictureAddresses(app, provider, customerUuid, { uuid, version, subject }, use)
        return [[pictureKey({ uuid, version: frozen, background }), addresses]]
      }),
    )
  const scenes = hashed.map(async ({ scene, hash }) => {
    const addresses = { ...addressesOf(scene), ...assetAddresses(provider.key, scene) }
    // an order is shown even if its template no longer exists
    const definition = await templateOf(app, provider.key, scene.template.uuid, scene.template.version)
    const thing = definition && showGift(provider.key, definition)
    if (!thing) return { hash, scene, addresses }
    return { hash, scene, addresses: { ...addresses, ...thing.addresses }, gift: thing.gift }
  })
  return Promise.all(scenes)
}

function picturesOf({
  parts,
}: Scene): Array<{ uuid: string; version?: string | undefined; background?: string | undefined }> {
  return parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.kind === 'picture' && node.picture ? [node.picture] : [])),
  )
}
