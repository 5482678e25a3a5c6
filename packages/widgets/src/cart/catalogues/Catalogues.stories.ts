import {
  failing,
  loading,
  longTexts,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
  slots,
} from '../../../../../.storybook/states.ts'
import { messages as cataloguesMessages } from './catalogueMessages.ts'

const meta: SurfaceMeta = { title: 'Cart/pk-catalogues', component: 'pk-catalogues' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [cataloguesMessages.lead] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = { parameters: { person: 'newcomer', shows: [cataloguesMessages.emptyTitle] } }
export const Failing = failing(Filled, [cataloguesMessages.failed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [cataloguesMessages.signIn] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Slots = slots(Empty, { empty: 'The yearbook goes to print in May.' })
export const Parts = parts(Filled)
