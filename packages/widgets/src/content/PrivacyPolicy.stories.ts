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

const meta: SurfaceMeta = { title: 'Pages/pk-privacy-policy', component: 'pk-privacy-policy' }
export default meta

export const Filled: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.privacyTitle] } }
export const Loading = loading(Filled)
export const Failing = failing(Filled, [messages.failed])
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
