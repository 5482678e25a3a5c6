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

const meta: SurfaceMeta = { title: 'Account/pk-cancel-packages', component: 'pk-cancel-packages' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [messages.listTitle, '$inspected'] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = { parameters: { person: 'newcomer', shows: [messages.emptyTitle] } }
export const Failing = failing(Filled, [messages.failed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.signIn] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
