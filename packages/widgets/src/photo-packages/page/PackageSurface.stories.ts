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
import { packageMessages } from './packageMessages.ts'

const meta: SurfaceMeta = { title: 'Packages/pk-package', component: 'pk-package' }
export default meta

export const Filled: SurfaceStory = { args: { package: '$package' }, parameters: { shows: ['$packageName'] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = {
  args: { package: '$package' },
  parameters: { person: 'newcomer', shows: ['$packageName'] },
}
export const Failing = failing(Filled, [packageMessages.failed])
export const SignedOut: SurfaceStory = {
  args: { package: '$package' },
  parameters: { person: 'visitor', shows: ['$packageName'] },
}
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
