import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { Accordion } from './Accordion.tsx'

const meta = {
  title: 'ui/Accordion',
  component: Accordion,
  args: {
    items: [
      { key: 'delivery', summary: 'When will it arrive?', content: 'In three to five days.', onToggle: fn() },
      { key: 'retakes', summary: 'What if the eyes are closed?', content: 'A new picture costs nothing.' },
    ],
  },
} satisfies Meta<typeof Accordion>
export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}
export const Open: Story = {
  args: {
    items: [{ key: 'delivery', summary: 'When will it arrive?', content: 'In three to five days.', open: true }],
  },
}
