import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../.storybook/states.ts'
import { messages } from './messages.ts'

const meta: SurfaceMeta = { title: 'Getting in/pk-add-picture-set', component: 'pk-add-picture-set' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [messages.addTitle] } }
export const Loading = loading(Filled, 'settings')
export const Failing = failing(Filled, 'settings')
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.addSignIn] } }
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
