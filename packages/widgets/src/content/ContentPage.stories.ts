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

const meta: SurfaceMeta = { title: 'Pages/pk-page', component: 'pk-page' }
export default meta

export const Filled: SurfaceStory = {
  args: { page: '$page' },
  parameters: { person: 'visitor', shows: [messages.slider] },
}
export const Loading = loading(Filled)
export const Failing = failing(Filled, [messages.failed])
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
