import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { PasswordField } from './PasswordField.tsx'

const meta = {
  title: 'ui/PasswordField',
  component: PasswordField,
  render: holdsArg(PasswordField, 'value', 'onValue'),
  args: {
    label: 'Password',
    value: 'portrait-demo',
    showLabel: 'Show password',
    hideLabel: 'Hide password',
    autoComplete: 'current-password',
    onValue: fn(),
  },
} satisfies Meta<typeof PasswordField>
export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {}
export const Wrong: Story = { args: { error: 'The password is not right.' } }
