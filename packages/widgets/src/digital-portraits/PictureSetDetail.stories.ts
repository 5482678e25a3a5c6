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
import { messages as setMessages } from '../picture-sets/messages.ts'

const meta: SurfaceMeta = { title: 'Digital portraits/pk-picture-set', component: 'pk-picture-set' }
export default meta

export const Filled: SurfaceStory = { args: { pictureSet: '$subject' }, parameters: { shows: ['$subjectName'] } }
export const Loading = loading(Filled)
export const Empty: SurfaceStory = {
  args: { pictureSet: '$subject' },
  parameters: { person: 'newcomer', shows: [setMessages.unknownTitle] },
}
export const Failing = failing(Filled, [setMessages.failed])
export const LongTexts = longTexts(Filled)
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
