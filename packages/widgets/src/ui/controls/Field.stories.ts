import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { Field } from './Field.tsx'

const meta = {
  title: 'ui/Field',
  component: Field,
  render: holdsArg(Field, 'value', 'onValue'),
  args: { label: 'Email address', value: '', onValue: fn() },
} satisfies Meta<typeof Field>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { value: 'jordan@example.com' } }
export const WithHint: Story = { args: { hint: 'Your receipt is sent to it.' } }
export const Optional: Story = { args: { label: 'Mobile phone', note: 'optional', type: 'tel' } }
export const Wrong: Story = { args: { value: 'jordan', error: 'An email address contains an @.' } }
export const Code: Story = { args: { label: 'Code', value: 'CEDAR4', look: 'code' } }
export const Disabled: Story = { args: { value: 'jordan@example.com', disabled: true } }
