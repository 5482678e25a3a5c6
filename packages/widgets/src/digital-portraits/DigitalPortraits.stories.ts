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
import { messages as setMessages } from '../picture-sets/messages.ts'
import { messages } from './messages.ts'

const meta: SurfaceMeta = { title: 'Digital portraits/pk-digital-portraits', component: 'pk-digital-portraits' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [messages.lead, '$subjectName'] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = { parameters: { person: 'newcomer', shows: [messages.emptyTitle] } }
export const Failing = failing(Filled, [setMessages.failed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.signIn] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Slots = slots(Empty, { empty: 'There is nothing to download yet.' })
export const Parts = parts(Filled)
