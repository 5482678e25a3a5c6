import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../.storybook/states.ts'
import { stepMessages } from './afterCode/stepMessages.ts'

const meta: SurfaceMeta = { title: 'Getting in/pk-registration', component: 'pk-registration' }
export default meta

export const Filled: SurfaceStory = {
  parameters: { person: 'visitor', remembers: { flow: '$flow' }, shows: [stepMessages.emailLabel] },
}
export const Loading = loading(Filled, 'settings')
export const Empty: SurfaceStory = { parameters: { person: 'visitor', shows: [stepMessages.noCodeTitle] } }
export const Failing = failing(Filled, 'settings')
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
