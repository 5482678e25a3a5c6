import {
  failing,
  loading,
  longTexts,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
  slots,
} from '../../../../.storybook/states.ts'
import { messages as accessMessages } from '../access/messages.ts'

const meta: SurfaceMeta = {
  title: 'The whole shop/pk-shop',
  component: 'pk-shop',
  parameters: { docs: { story: { inline: false, height: '40rem' } } },
}
export default meta

export const Filled: SurfaceStory = { parameters: { person: 'visitor', shows: [accessMessages.heading] } }
export const Loading = loading(Filled, 'settings')
export const Failing = failing(Filled, 'settings')
export const SignedIn: SurfaceStory = { parameters: { person: 'customer', shows: [accessMessages.headingSignedIn] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Slots = slots(Filled, { header: 'Studio Lindqvist', footer: 'Hamngatan 4, by the old customs house' }, [
  accessMessages.heading,
])
export const Parts = parts(Filled)
