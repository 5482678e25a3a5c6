import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../../.storybook/states.ts'
import { passwordMessages } from './passwordMessages.ts'

const meta: SurfaceMeta = { title: 'Account/pk-reset-password', component: 'pk-reset-password' }
export default meta

export const Filled: SurfaceStory = { parameters: { person: 'visitor', shows: [passwordMessages.forgotLead] } }
export const Loading = loading(Filled, 'settings')
export const Failing = failing(Filled, 'settings')
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
