import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { Quantity } from './Quantity.tsx'

const meta = {
  title: 'ui/Quantity',
  component: Quantity,
  render: holdsArg(Quantity, 'value', 'onValue'),
  args: {
    label: 'Quantity of card Snow',
    fewerLabel: 'One fewer',
    moreLabel: 'One more',
    value: 10,
    onValue: fn(),
  },
} satisfies Meta<typeof Quantity>
export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {}
export const Minimum: Story = { args: { value: 1 } }
export const Maximum: Story = { args: { value: 20, maximum: 20 } }
export const Disabled: Story = { args: { disabled: true } }
export const Typed: Story = {
  args: { maximum: 20 },
  play: async ({ args, canvasElement }) => {
    const field = await within(canvasElement).findByLabelText('Quantity of card Snow')
    await userEvent.clear(field)
    await userEvent.type(field, '200{Enter}')
    await expect(args.onValue).toHaveBeenCalledWith(20)
    await expect(field).toHaveValue('20')
  },
}
