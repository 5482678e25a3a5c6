import {
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../../.storybook/states.ts'
import { continueMessages } from './continueMessages.ts'

const meta: SurfaceMeta = {
  title: 'Editor/pk-continue-card',
  component: 'pk-continue-card',
  parameters: { docs: { story: { inline: false, height: '40rem' } } },
}
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [continueMessages.card] } }
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
