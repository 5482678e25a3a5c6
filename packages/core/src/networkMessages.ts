import { msg } from './msg.ts'

/** Texts of the client itself, when no server has answered. */
export const networkMessages = {
  unreachable: msg({
    message: 'The shop cannot be reached. Please check your connection and try again.',
    comment: 'Instead of an answer of the shop',
  }),
}
