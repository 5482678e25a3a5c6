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
import { listMessages } from './listMessages.ts'
import { messages } from './messages.ts'

const meta: SurfaceMeta = { title: 'Products/pk-template-list', component: 'pk-template-list' }
export default meta

export const Filled: SurfaceStory = { parameters: { shows: [listMessages.cards, '$card'] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = { parameters: { person: 'newcomer', shows: [listMessages.cards] } }
export const Failing = failing(Filled, [messages.failed])
export const SignedOut: SurfaceStory = { parameters: { person: 'visitor', shows: [listMessages.cardsLead] } }
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
