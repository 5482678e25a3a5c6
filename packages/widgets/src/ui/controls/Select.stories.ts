import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { Select } from './Select.tsx'

const meta = {
  title: 'ui/Select',
  component: Select,
  render: holdsArg(Select, 'value', 'onValue'),
  args: {
    label: 'Format',
    value: 'square',
    options: [
      { value: 'square', label: '15 × 15 cm' },
      { value: 'tall', label: '10 × 20 cm' },
      { value: 'large', label: '30 × 40 cm', disabled: true },
    ],
    onValue: fn(),
  },
} satisfies Meta<typeof Select>
export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {}
export const WithHint: Story = { args: { hint: 'It fits into every envelope.' } }
export const Wrong: Story = { args: { error: 'Choose a format.' } }
