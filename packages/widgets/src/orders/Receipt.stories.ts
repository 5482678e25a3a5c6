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
import { messages } from './messages.ts'

const meta: SurfaceMeta = { title: 'Orders/pk-receipt', component: 'pk-receipt' }
export default meta

export const Filled: SurfaceStory = { args: { order: '$order' }, parameters: { shows: [messages.thanks] } }
export const Loading = loading(Filled)
export const Failing = failing(Filled, [messages.loadFailed])
export const SignedOut: SurfaceStory = {
  args: { order: '$order' },
  parameters: { person: 'visitor', shows: [messages.signIn] },
}
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
