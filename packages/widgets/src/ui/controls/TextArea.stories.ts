import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { TextArea } from './TextArea.tsx'

const meta = {
  title: 'ui/TextArea',
  component: TextArea,
  render: holdsArg(TextArea, 'value', 'onValue'),
  args: { label: 'Message to the studio', value: '', rows: 4, onValue: fn() },
} satisfies Meta<typeof TextArea>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}
export const Filled: Story = { args: { value: 'Please ring at the side door.\nThe bell is broken.' } }
export const Wrong: Story = { args: { error: 'Write something first.' } }
