import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { holdsArg } from '../../testing/holdsArg.ts'
import { Tabs } from './Tabs.tsx'

const meta = {
  title: 'ui/Tabs',
  component: Tabs,
  render: holdsArg(Tabs, 'value', 'onValue'),
  args: {
    label: 'Pictures',
    value: 'own',
    tabs: [
      { value: 'own', label: 'Portraits', content: 'Twelve pictures' },
      { value: 'group', label: 'Class', content: 'Two pictures of the class' },
      { value: 'siblings', label: 'Siblings', content: 'None', disabled: true },
    ],
    onValue: fn(),
  },
} satisfies Meta<typeof Tabs>
export default meta
type Story = StoryObj<typeof meta>

export const First: Story = {}
export const Second: Story = { args: { value: 'group' } }
export const ByKeys: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('tab', { name: 'Portraits' }))
    await userEvent.keyboard('{ArrowRight}')
    await canvas.findByRole('tab', { name: 'Class', selected: true })
    await expect(await canvas.findByText('Two pictures of the class')).toBeVisible()
  },
}
