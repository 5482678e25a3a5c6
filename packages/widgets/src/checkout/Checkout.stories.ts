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

const meta: SurfaceMeta = { title: 'Checkout/pk-checkout', component: 'pk-checkout' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [messages.delivery, messages.howDelivered] } }
export const Loading = loading(Filled)
// an empty cart redirects to the products
export const Failing = failing(Filled, [messages.createCheckout])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.signIn] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
