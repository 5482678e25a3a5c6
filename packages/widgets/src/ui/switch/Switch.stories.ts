import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { Switch } from './Switch.tsx'

const meta = {
  title: 'ui/Switch',
  component: Switch,
  render: holdsArg(Switch, 'checked', 'onChecked'),
  args: { label: 'Reminders by email', checked: false, onChecked: fn() },
} satisfies Meta<typeof Switch>
export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {}
export const On: Story = { args: { checked: true } }
export const WithHint: Story = { args: { hint: 'Before the last day of free delivery.' } }
export const Disabled: Story = { args: { disabled: true, hint: 'Confirm your email address first.' } }
