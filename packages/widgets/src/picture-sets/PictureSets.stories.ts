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
} from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

const meta: SurfaceMeta = { title: 'Pictures/pk-picture-sets', component: 'pk-picture-sets' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: ['$subjectName', messages.title] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = { parameters: { person: 'newcomer', shows: [messages.emptyTitle] } }
export const Failing = failing(Filled, [messages.failed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.signIn] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Slots = slots(Empty, { empty: 'We photograph your class on Friday.' })
export const Parts = parts(Filled)
