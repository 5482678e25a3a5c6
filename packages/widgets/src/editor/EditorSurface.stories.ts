import { userEvent } from 'storybook/test'
import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../.storybook/states.ts'
import { surfaceIn } from '../../../../.storybook/surfaceIn.ts'
import { messages } from './messages.ts'

const meta: SurfaceMeta = { title: 'Editor/pk-editor', component: 'pk-editor' }
export default meta

export const Filled: SurfaceStory = {
  args: { product: '$product', template: '$template' },
  parameters: { shows: [messages.changePhotos] },
}
export const Loading = loading(Filled)
export const Empty: SurfaceStory = {
  args: { product: '$product', template: '$template' },
  parameters: { person: 'newcomer', shows: [] },
}
export const Failing = failing(Filled, [messages.failed])
export const SignedOut: SurfaceStory = {
  args: { product: '$product', template: '$template' },
  parameters: { person: 'visitor', shows: [] },
}
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
export const Previewed: SurfaceStory = {
  ...Filled,
  parameters: { shows: [messages.previewTitle] },
  play: async ({ canvasElement }) => {
    const surface = await surfaceIn(canvasElement)
    await userEvent.click(await surface.find('[data-tool=preview]'))
  },
}
