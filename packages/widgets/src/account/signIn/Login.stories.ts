import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../../.storybook/states.ts'
import { messages } from '../messages.ts'

const meta: SurfaceMeta = { title: 'Account/pk-login', component: 'pk-login' }
export default meta

export const Filled: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.lead] } }
export const Loading = loading(Filled, 'settings')
export const Failing = failing(Filled, 'settings')
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
