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

const meta: SurfaceMeta = { title: 'Account/pk-share', component: 'pk-share' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: ['$subjectName', '$recipient'] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = { parameters: { person: 'newcomer', shows: [messages.none, messages.nobody] } }
export const Failing = failing(Filled, [messages.loadFailed, messages.listFailed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.signIn] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
