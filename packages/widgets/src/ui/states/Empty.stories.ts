import type { Meta, StoryObj } from '@storybook/react-vite'
import { Images } from 'lucide-react'
import { Empty } from './Empty.tsx'

const meta = {
  title: 'ui/Empty',
  component: Empty,
  args: { icon: Images, title: 'No pictures yet', heading: 'h2', children: 'Add the code on your letter to see them.' },
} satisfies Meta<typeof Empty>
export default meta
type Story = StoryObj<typeof meta>

export const WithText: Story = {}
export const OnlyTitle: Story = { args: { children: undefined } }
