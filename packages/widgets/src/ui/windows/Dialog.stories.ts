import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { Dialog } from './Dialog.tsx'

const meta = {
  title: 'ui/Dialog',
  component: Dialog,
  // each is modal, so a docs page shows each in a frame
  parameters: { docs: { story: { inline: false, height: '20rem' } } },
  args: {
    open: true,
    title: 'Choose a background',
    description: 'It is behind the child on every picture.',
    children: 'Blue, grey or a meadow in May.',
    closeLabel: 'Close',
    onClose: fn(),
  },
} satisfies Meta<typeof Dialog>
export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = {}
export const Wide: Story = { args: { size: 'wide' } }
export const Full: Story = { args: { size: 'full' } }
export const Drawer: Story = { args: { size: 'drawer' } }
