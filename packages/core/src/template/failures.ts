import { msg } from '../msg.ts'

// lingui-set comment="What the shop answers when a design does not exist"

/** A template, or a version of one, that the shop no longer has. */
export const unknownTemplate = {
  'template.unknown': { status: 404, text: msg({ message: 'This design is no longer available.' }) },
} as const
