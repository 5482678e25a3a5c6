import type { Meta, StoryObj } from '@storybook/react-vite'
import { Share2, Trash2 } from 'lucide-react'
import { fn } from 'storybook/test'
import { Button } from './Button.tsx'

const meta = {
  title: 'ui/Button',
  component: Button,
  args: { children: 'Add to cart', onClick: fn() },
} satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

export const Primary: Story = { args: { kind: 'primary' } }
export const Secondary: Story = {}
export const Quiet: Story = { args: { kind: 'quiet', children: 'Not now' } }
export const Danger: Story = { args: { kind: 'danger', icon: Trash2, children: 'Delete account' } }
export const WithIcon: Story = { args: { icon: Share2, children: 'Share' } }
export const OnlyIcon: Story = { args: { kind: 'icon', icon: Share2, label: 'Share', children: undefined } }
export const FullWidth: Story = { args: { kind: 'primary', width: 'full' } }
export const Busy: Story = { args: { kind: 'primary', busy: true } }
export const Disabled: Story = { args: { disabled: true } }
