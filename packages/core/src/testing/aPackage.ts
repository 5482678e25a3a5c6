import { carts } from '../cart/contract.ts'
import {
  type ChosenItem,
  type PackageContent,
  type PackageInstance,
  type PackageItem,
  photoPackages,
} from '../photo-packages/contract.ts'
import { packageContentOf } from '../photo-packages/packageItems.ts'
import { textIn, withResource } from '../template/slots.ts'
import { type answers, refusal } from './answers.ts'
import { anImage, aPictureUuid, aTemplate } from './aTemplate.ts'
import { CHILDREN, filledFor, sceneOf } from './editorAnswers.ts'

/** Values for tests of packages: two prints of `aTemplate`, on a server that fills and stores them. */

export const PACKAGE = aPictureUuid(300)
export const LINE = aPictureUuid(301)
const ITEMS = [aPictureUuid(310), aPictureUuid(311)]

export function aPackageItem(change: Partial<PackageItem> = {}): PackageItem {
  const { uuid, version } = aTemplate()
  return {
    uuid: aPictureUuid(100),
    type: 'TEMPLATE_PRODUCT',
    name: 'Square card',
    product: { uuid: aTemplate().product, name: 'Square card', type: 1 },
    subject: null,
    version: 4,
    canChangeTemplate: false,
    disabled: null,
    template: { uuid, version, name: 'Square card', type: 'CARDS' },
    templateData: {
      userResources: [
        anImage('front.large', { uuid: aPictureUuid(1), rotation: 90 }),
        anImage('front.small', { uuid: aPictureUuid(2) }),
        { fullId: 'front.name', type: 'STRING', text: 'Emma' },
      ],
      year: null,
    },
    catalogue: null,
    digitalFiles: [],
    numFiles: 0,
    sceneHash: 'a',
    preview: null,
    ...change,
  }
}

const subjectOf = (uuid: string | null) => {
  const child = uuid === null ? undefined : CHILDREN[uuid]
  return uuid && child ? { uuid, name: child.name, group: '2A' } : null
}

/** The server's answer for the choices; items without a choice are new. */
export function aPackage(subject: string | null, packageItems: readonly ChosenItem[] = []): PackageInstance {
  const items = ITEMS.map((uuid) => {
    const choice = packageItems.find((each) => each.uuid === uuid)
    const child = choice ? choice.subject : subject
    const resources = choice?.templateData?.userResources ?? filledFor(child)
    const { template, ...item } = aPackageItem({ uuid, subject: subjectOf(child), version: choice?.version ?? 1 })
    const content = { template: aTemplate(), subject: child, resources }
    return {
      ...item,
      template: template && { ...template, ...choice?.template },
      templateData: { userResources: resources, year: choice?.templateData?.year ?? null },
      sceneHash: 'laid out',
      preview: sceneOf(content),
    }
  })
  return {
    ...{ uuid: PACKAGE, name: 'Two prints', description: '', image: null, currency: 'EUR', disabled: null },
    ...{ originalPrice: 2000, priceIncludingDiscount: 1500, useTimeLimitedDiscount: false, priorPrice: null },
    ...{ timeLimitedDiscountPrice: null, remainingTime: 0, allowSubjectChange: 2 },
    subject: subjectOf(subject),
    packageItems: items,
  }
}

/** Emma's package with a text on its first print, as it is saved. */
export function aPackageContent(text: string, subject: string | null = 'emma'): PackageContent {
  const { packageItems, ...content } = packageContentOf(aPackage(subject))
  return { ...content, packageItems: packageItems.map((item, at) => (at === 0 ? withText(item, text) : item)) }
}

function withText(item: ChosenItem, text: string): ChosenItem {
  const { userResources = [], year = null } = item.templateData ?? {}
  const resources = withResource(userResources, { fullId: 'front.greeting', type: 'STRING', text })
  return { ...item, templateData: { userResources: resources, year } }
}

/** The greeting on the first print. */
export const greetingOf = ({
  packageItems,
}: {
  packageItems: ReadonlyArray<Pick<PackageItem, 'templateData'> | ChosenItem>
}) => textIn(packageItems[0]?.templateData?.userResources ?? [], 'front.greeting')?.text

/** A server's saved package, and the package on the line of the cart; null if there is none. */
export type PackageServer = {
  saved: { version: number; content: PackageContent } | null
  inCart: PackageContent | null
  /** Refuses to fill a package with these choices. */
  refuse: ((packageItems: readonly ChosenItem[]) => object | undefined) | undefined
  answers: Parameters<typeof answers>[0]
}

export function aPackageServer(): PackageServer {
  const stored = () => server.saved && { uuid: PACKAGE, changed: '2026-01-01T00:00:00.000Z', ...server.saved }
  const save = ({ version, content }: Record<string, unknown>) => {
    if (version !== (server.saved?.version ?? 0)) {
      return { status: 409, body: { error: 'Changed', reason: 'photo-packages.changed', data: stored() } }
    }
    server.saved = { version: Number(version) + 1, content: content as PackageContent }
    return { saved: stored() }
  }
  const remove = ({ version }: Record<string, unknown>) => {
    if (String(server.saved?.version) !== version) return refusal('photo-packages.changed', 'Changed', 409)
    server.saved = null
    return {}
  }
  const server: PackageServer = {
    saved: null,
    inCart: null,
    refuse: undefined,
    answers: {
      [photoPackages.open.name]({ subject, packageItems = [] }) {
        const choices = packageItems as ChosenItem[]
        const refused = choices.length > 0 ? server.refuse?.(choices) : undefined
        return refused ?? aPackage((subject as { uuid: string | null }).uuid, choices)
      },
      [photoPackages.getSaved.name]: () => ({ saved: stored() }),
      [photoPackages.getLine.name]: () => ({ saved: stored() }),
      [photoPackages.save.name]: save,
      [photoPackages.saveLine.name]: save,
      [photoPackages.deleteSaved.name]: remove,
      [photoPackages.deleteLine.name]: remove,
      [carts.get.name]: () => ({ cart: { version: 1, orderLines: server.inCart ? [lineWith(server.inCart)] : [] } }),
    },
  }
  return server
}

function lineWith({ subject, packageItems }: PackageContent): object {
  return { uuid: LINE, type: 0, quantity: 1, package: { ...aPackage(subject, packageItems), subject } }
}
