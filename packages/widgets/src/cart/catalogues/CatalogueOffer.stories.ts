import {
  longTexts,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../../.storybook/states.ts'
import { messages as cataloguesMessages } from './catalogueMessages.ts'

const meta: SurfaceMeta = {
  title: 'Cart/pk-catalogue-offer',
  component: 'pk-catalogue-offer',
  parameters: { docs: { story: { inline: false, height: '40rem' } } },
}
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [cataloguesMessages.ask] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
