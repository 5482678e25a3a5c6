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

const meta: SurfaceMeta = { title: 'Pages/pk-contact-us', component: 'pk-contact-us' }
export default meta

export const Filled: SurfaceStory = {
  parameters: { person: 'visitor', shows: [messages.contactTitle, messages.phone] },
}
export const Loading = loading(Filled, 'settings')
export const Failing = failing(Filled, 'settings')
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
