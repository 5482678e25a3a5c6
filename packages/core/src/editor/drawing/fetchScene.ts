import type { Shop } from '../../shop.ts'
import { templates } from '../../template/contract.ts'
import type { DesignContent } from '../../template/design.ts'
import type { ShownScene } from '../../template/scene.ts'
import { refusedPictures } from '../design/refusedPictures.ts'
import { pictureIds, withoutPicturesInDesign } from '../design/withheldPictures.ts'

/** The server's scene of a content. */
export async function fetchScene(
  shop: Shop,
  { template, subject, resources, year }: DesignContent,
): Promise<ShownScene> {
  const { scenes } = await shop.call(templates.scenes, {
    scenes: [{ template, subject, resources, ...(year === undefined ? {} : { year }), language: shop.locale.language }],
  })
  const [scene] = scenes
  if (!scene) throw new Error('The server returned no scene')
  return scene
}

/** A saved content with the server's scene of it: pictures that the customer may not see now leave their places empty. */
export type VisibleScene = { content: DesignContent; shownScene: ShownScene; hiddenPictures: readonly string[] }

export async function fetchVisibleScene(shop: Shop, content: DesignContent): Promise<VisibleScene> {
  try {
    return { content, shownScene: await fetchScene(shop, content), hiddenPictures: [] }
  } catch (error) {
    const lost = refusedPictures(error)
    if (lost.length === 0) throw error
    return { content, shownScene: await fetchScene(shop, withoutPicturesInDesign(content, lost)), hiddenPictures: lost }
  }
}

/** The pictures that the server has left out of a scene. */
export function findLeftOut({ resources }: DesignContent, { scene }: ShownScene): string[] {
  const empty = scene.parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.kind === 'picture' && !node.picture ? [node.id] : [])),
  )
  return pictureIds({ resources: resources.filter(({ fullId }) => empty.includes(fullId)) })
}
