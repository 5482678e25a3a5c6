import { editor } from '../editor/contract.ts'
import { createAutosave } from '../editor/saving/autosave.ts'
import { pictureSets } from '../picture-sets/contract.ts'
import { products } from '../products/contract.ts'
import { templates } from '../template/contract.ts'
import type { DesignContent, Resource } from '../template/design.ts'
import { layOut } from '../template/layOut.ts'
import type { ShownScene } from '../template/scene.ts'
import { textIn } from '../template/slots.ts'
import { answers } from './answers.ts'
import { aShaper } from './aShaper.ts'
import { type AShop, aShop } from './aShop.ts'
import { aContent, anImage, aPictureUuid, aTemplate, PRODUCT } from './aTemplate.ts'

/** For tests of the editor without a server: a child with a name and a picture, by the uuid of their set. */
export const CHILDREN: Record<string, { name: string; picture: string }> = {
  emma: { name: 'Emma Carter', picture: aPictureUuid(1) },
  noah: { name: 'Noah Carter', picture: aPictureUuid(2) },
}

/** The texts and pictures of a new design of `aTemplate`; without a child those of the template itself. */
export function filledFor(subject: string | null): Resource[] {
  const child = subject === null ? undefined : CHILDREN[subject]
  return [
    child ? anImage('front.large', { uuid: child.picture }) : { fullId: 'front.large', type: 'IMAGE', image: null },
    { fullId: 'front.small', type: 'IMAGE', image: null },
    { fullId: 'front.name', type: 'STRING', text: child?.name ?? 'Emma' },
    { fullId: 'front.greeting', type: 'STRING', text: 'First day of school' },
  ]
}

/** The server's scene of a content, or of a new design if there are no resources yet. */
export function sceneOf({ language = 'en', ...content }: SceneRequest): ShownScene {
  const resources = content.resources ?? filledFor(content.subject)
  const setting = { names: {}, language, shaper: aShaper() }
  return { hash: 'hash', scene: layOut(aTemplate(content.template), { ...content, resources }, setting), addresses: {} }
}

type SceneRequest = Omit<DesignContent, 'resources'> & { resources?: Resource[]; language?: string }

/** The answers to an editor's calls: every template is `aTemplate` by another uuid or version, and nothing is saved. */
export const editorAnswers: Parameters<typeof answers>[0] = {
  [templates.byUuid.name]: ({ uuid }) => aTemplate({ uuid: uuid as string }),
  [templates.byUuidAndVersion.name]: ({ uuid, version }) =>
    aTemplate({ uuid: uuid as string, version: Number(version) }),
  [templates.scenes.name]: ({ scenes }) => ({ scenes: (scenes as SceneRequest[]).map(sceneOf) }),
  [products.priceList.name]: { products: [{ uuid: PRODUCT, name: 'Card' }] },
  [pictureSets.list.name]: {
    pictureSets: Object.entries(CHILDREN).map(([uuid, { name, picture }]) => ({
      subject: { uuid, name, group: '2A' },
      job: {},
      pictures: [{ uuid: picture, width: 1600, height: 2000, keywords: [], pictureType: 'IP', plain: {} }],
    })),
  },
  [editor.fillTemplate.name]: ({ subject }) => ({
    userResources: filledFor((subject as { uuid: string | null }).uuid),
    year: null,
  }),
  [editor.ownTemplates.name]: [],
}

/** The page of a customer, or of a visitor who is signed out, whose calls are answered. */
export function anEditorPage(
  change: Parameters<typeof answers>[0] = {},
  { isSignedIn = true }: { isSignedIn?: boolean } = {},
): AShop {
  const built = aShop(answers({ ...editorAnswers, ...change }), 'one')
  const user = isSignedIn ? { uuid: 'mother' } : null
  Object.assign(built.shop.session.state, { status: isSignedIn ? 'signed-in' : 'signed-out', user })
  return built
}

/** Emma's card with a text, and its text. */
export const saying = (text: string, change: Partial<DesignContent> = {}): DesignContent =>
  aContent([anImage('front.large'), { fullId: 'front.name', type: 'STRING', text }], { subject: 'emma', ...change })
export const nameIn = ({ resources }: Pick<DesignContent, 'resources'>) => textIn(resources, 'front.name')?.text

/** Work on a design whose page was closed without a connection: it needs a local storage. */
export async function leaveUnsent(uuid: string, content: DesignContent, builtOn: number): Promise<void> {
  const page = anEditorPage()
  page.isOnline = false
  const autosave = createAutosave(page.shop, { uuid, product: PRODUCT, builtOn })
  autosave.save(content)
  await autosave.close()
}
