import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { RadioCards } from './Choice.tsx'

const meta = {
  title: 'ui/RadioCards',
  component: RadioCards,
  render: holdsArg(RadioCards, 'value', 'onValue'),
  args: {
    legend: 'Delivery',
    value: 'post',
    choices: [
      { value: 'post', label: 'By post', hint: 'Three to five days', end: '$4.90' },
      { value: 'school', label: 'To the school', hint: 'With the next delivery', end: '$0.00' },
      { value: 'courier', label: 'By courier', end: '$12.00', disabled: true },
    ],
    onValue: fn(),
  },
} satisfies Meta<typeof RadioCards>
export default meta
type Story = StoryObj<typeof meta>

export const Selected: Story = {}
export const NotSelected: Story = { args: { value: undefined } }
export const Wrong: Story = { args: { value: undefined, error: 'Choose how to get it.' } }
export const HiddenLegend: Story = { args: { legendHidden: true } }
