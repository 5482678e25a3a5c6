import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { Checkbox } from './Choice.tsx'

const meta = {
  title: 'ui/Checkbox',
  component: Checkbox,
  render: holdsArg(Checkbox, 'checked', 'onChecked'),
  args: { label: 'I accept the terms of sale', checked: false, onChecked: fn() },
} satisfies Meta<typeof Checkbox>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Checked: Story = { args: { checked: true } }
export const WithHint: Story = { args: { hint: 'They open in another window.' } }
export const Wrong: Story = { args: { error: 'Accept the terms to order.' } }
export const Disabled: Story = { args: { checked: true, disabled: true } }
