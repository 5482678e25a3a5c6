import type { Message } from '@portraitkit/core/msg.ts'
import type { ModalName } from '@portraitkit/core/routes.ts'
import type { Tag } from '../surfaces.ts'
import { messages } from './messages.ts'

/** A modal that a menu item can open above the view: a surface without its heading, under a title of the shop's own. */
export type Modal = { tag: Tag; title: Message; options: Record<string, unknown> }

/** The modals by their names in the specification: with a surface, its modals are deleted too. */
export const modals: Readonly<Record<ModalName, Modal>> = {
  'share-picture-sets': { tag: 'pk-share', title: messages.share, options: { headless: true } },
}
