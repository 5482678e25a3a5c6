import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
  slots,
} from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

const meta: SurfaceMeta = { title: 'Orders/pk-orders', component: 'pk-orders' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [messages.title] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = { parameters: { person: 'newcomer', shows: [messages.emptyTitle] } }
export const Failing = failing(Filled, [messages.loadFailed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.signIn] } }
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Slots = slots(Empty, { empty: 'Your first order will stand here.' })
export const Parts = parts(Filled)
