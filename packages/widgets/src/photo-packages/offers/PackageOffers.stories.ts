import {
  failing,
  loading,
  longTexts,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../../.storybook/states.ts'
import { offersMessages } from './offersMessages.ts'

const meta: SurfaceMeta = { title: 'Packages/pk-packages', component: 'pk-packages' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [offersMessages.all] } }
export const Loading = loading(Filled)
export const Failing = failing(Filled, [offersMessages.failed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [offersMessages.all] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
