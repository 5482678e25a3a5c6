import {
  failing,
  loading,
  longTexts,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../.storybook/states.ts'
import { messages as editorMessages } from '../editor/messages.ts'

const meta: SurfaceMeta = { title: 'Cart/pk-line-editor', component: 'pk-line-editor' }
export default meta

export const Filled: SurfaceStory = { args: { orderLine: '$packageLine' }, parameters: { shows: ['$packageName'] } }
export const Loading = loading(Filled)
// a line that cannot be fetched redirects to the cart, which says why
export const Failing = failing(Filled, [editorMessages.loading])
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
