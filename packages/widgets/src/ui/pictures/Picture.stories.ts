import type { Meta, StoryObj } from '@storybook/react-vite'
import { Picture } from './Picture.tsx'

/** A drawing instead of a photograph, so that the story needs no file. */
const drawing = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><rect width="4" height="5" fill="#9bb8cc"/><circle cx="2" cy="2" r="1" fill="#f1d3bd"/><path d="M0 5a2 2 0 0 1 4 0z" fill="#3d5a73"/></svg>',
)}`

const meta = {
  title: 'ui/Picture',
  component: Picture,
  args: {
    alt: 'A child in front of a blue wall',
    width: 240,
    height: 300,
    addresses: { 300: drawing },
    sizes: '240px',
    loading: 'eager',
    failedLabel: 'This picture cannot be shown now.',
  },
} satisfies Meta<typeof Picture>
export default meta
type Story = StoryObj<typeof meta>

export const Loaded: Story = {}
export const Failed: Story = { args: { addresses: { 300: 'data:image/png;base64,' } } }
