import { userEvent } from 'storybook/test'
import { answers } from '../../../../.storybook/ownAnswers.ts'
import {
  failing,
  loading,
  otherLanguage,
  parts,
  rightToLeft,
  type SurfaceMeta,
  type SurfaceStory,
} from '../../../../.storybook/states.ts'
import { fill, surfaceIn } from '../../../../.storybook/surfaceIn.ts'
import { stepMessages } from './afterCode/stepMessages.ts'
import { messages } from './messages.ts'

const meta: SurfaceMeta = { title: 'Getting in/pk-code-entry', component: 'pk-code-entry' }
export default meta

export const Filled: SurfaceStory = { parameters: { person: 'visitor', shows: [messages.heading] } }
export const Loading = loading(Filled, 'settings')
export const Failing = failing(Filled, 'settings')
export const RightToLeft = rightToLeft(Filled)
export const OtherLanguage = otherLanguage(Filled)
export const Parts = parts(Filled)

const CHECK = '/ajax/prophoto/verify_subject_code.php'

async function enterCode(canvasElement: HTMLElement): Promise<void> {
  const surface = await surfaceIn(canvasElement)
  await fill(await surface.findByRole('textbox'), 'CEDAR4')
  await userEvent.click(await surface.find('[type=submit]'))
}

export const WrongCode: SurfaceStory = {
  parameters: {
    person: 'visitor',
    shows: [messages.checkCode],
    msw: [answers('get', CHECK, { body: { valid: false, errorMessage: 'The code is not valid.' } })],
  },
  play: ({ canvasElement }) => enterCode(canvasElement),
}
export const RightCode: SurfaceStory = {
  parameters: {
    person: 'visitor',
    shows: [stepMessages.emailLead, 'Emma'],
    msw: [
      answers('get', CHECK, {
        body: {
          valid: true,
          data: {
            flow: 'a'.repeat(32),
            subjects: [{ uuid: '2f0c5d0e-8f5e-4d0a-9a51-6f4a1b7c9d11', name: 'Emma', group: '4B' }],
          },
        },
      }),
    ],
  },
  play: ({ canvasElement }) => enterCode(canvasElement),
}
