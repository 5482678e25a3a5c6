import type { Meta, StoryObj } from '@storybook/react-vite'
import { Notice } from './Notice.tsx'

const meta = {
  title: 'ui/Notice',
  component: Notice,
  args: { title: 'The pictures are almost ready', children: 'We tell you by email when you can order them.' },
} satisfies Meta<typeof Notice>
export default meta
type Story = StoryObj<typeof meta>

export const Info: Story = {}
export const Good: Story = { args: { kind: 'good', title: 'Thank you for your order' } }
export const Danger: Story = {
  args: { kind: 'danger', title: 'The payment did not succeed', children: 'Try again, or choose another way to pay.' },
}
export const WithoutTitle: Story = { args: { title: '' } }
