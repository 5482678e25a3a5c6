import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { ConfirmDialog } from './ConfirmDialog.tsx'

const meta = {
  title: 'ui/ConfirmDialog',
  component: ConfirmDialog,
  // each is modal, so a docs page shows each in a frame
  parameters: { docs: { story: { inline: false, height: '20rem' } } },
  args: {
    open: true,
    title: 'Leave the editor?',
    children: 'Your card is saved and continues where you left it.',
    confirmLabel: 'Leave',
    cancelLabel: 'Stay',
    closeLabel: 'Close',
    onConfirm: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof ConfirmDialog>
export default meta
type Story = StoryObj<typeof meta>

export const Question: Story = {}
export const Danger: Story = {
  args: { kind: 'danger', title: 'Delete the account?', children: 'It cannot be undone.', confirmLabel: 'Delete' },
}
export const Busy: Story = { args: { busy: true } }
