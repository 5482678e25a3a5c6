import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../../.storybook/states.ts'
import { areaMessages } from './areaMessages.ts'

const meta: SurfaceMeta = { title: 'Account/pk-contact-info', component: 'pk-contact-info' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [areaMessages.save] } }
export const Loading = loading(Filled, 'settings')
export const Empty: SurfaceStory = { parameters: { person: 'newcomer', shows: [areaMessages.save] } }
export const Failing = failing(Filled, 'settings')
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [areaMessages.areaSignIn] } }
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
