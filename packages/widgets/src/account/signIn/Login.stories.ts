import { userEvent } from 'storybook/test'
import { answers } from '../../../../../.storybook/ownAnswers.ts'
import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../../.storybook/states.ts'
import { fill, surfaceIn } from '../../../../../.storybook/surfaceIn.ts'
import { messages } from '../messages.ts'

const meta: SurfaceMeta = { title: 'Account/pk-login', component: 'pk-login' }
export default meta

export const Filled: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.lead] } }
export const Loading = loading(Filled, 'settings')
export const Failing = failing(Filled, 'settings')
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)
export const WrongPassword: SurfaceStory = {
  parameters: {
    person: 'visitor',
    shows: ['The email address and the password do not belong together.'],
    msw: [
      answers('post', '/api/webshop/session', {
        body: {
          error: 'The email address and the password do not belong together.',
          reason: 'account.wrong_password',
        },
        status: 401,
      }),
    ],
  },
  play: async ({ canvasElement }) => {
    const surface = await surfaceIn(canvasElement)
    await fill(await surface.findByRole('textbox'), 'ida@example.com')
    await fill(await surface.find('input[type=password]'), 'not this one')
    await userEvent.click(await surface.find('[type=submit]'))
  },
}
