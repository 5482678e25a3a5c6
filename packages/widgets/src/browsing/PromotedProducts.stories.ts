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
import { messages as promotedMessages } from './promotedMessages.ts'

const meta: SurfaceMeta = { title: 'Products/pk-promoted-products', component: 'pk-promoted-products' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [promotedMessages.title] } }
export const Loading = loading(Filled)
export const Failing = failing(Filled, [promotedMessages.failed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [promotedMessages.title] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
