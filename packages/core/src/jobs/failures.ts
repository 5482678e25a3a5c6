import { msg } from '../msg.ts'

// lingui-set comment="What the shop answers when pictures of a child are not there, or not for this customer"

/** A picture set that is not the caller's, or does not exist: callers cannot tell which. */
export const unknownPictureSet = {
  'picture-sets.unknown': { status: 404, text: msg({ message: 'We could not find this picture set among yours.' }) },
} as const
