import type { Meta, StoryObj } from '@storybook/react-vite'
import { createElement } from 'react'
import { Carousel } from './Carousel.tsx'

const book = (year: number) => ({
  key: `${year}`,
  content: createElement('a', { href: '#' }, `Class 4a, ${year}`),
})

const meta = {
  title: 'ui/Carousel',
  component: Carousel,
  args: {
    label: 'Yearbooks',
    previousLabel: 'Previous',
    nextLabel: 'Next',
    items: [2021, 2022, 2023, 2024, 2025, 2026].map(book),
  },
} satisfies Meta<typeof Carousel>
export default meta
type Story = StoryObj<typeof meta>

export const Many: Story = {}
export const Few: Story = { args: { items: [2025, 2026].map(book) } }
