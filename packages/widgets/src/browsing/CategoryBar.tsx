import { useLingui } from '@lingui/react'
import type { CategoryButton } from '@portraitkit/core/browsing/state.ts'
import { useEffect, useRef } from 'react'
import { LinkButton } from '../ui/controls/Button.tsx'
import { listMessages } from './listMessages.ts'

/** 001 §2.2: the categories of cards as a bar of buttons, "sorted by translated name", after the button for all of them. */
export function CategoryBar({
  categories,
  current,
}: {
  categories: readonly CategoryButton[]
  current: string | undefined
}) {
  const { _: t } = useLingui()
  const bar = useRef<HTMLElement>(null)
  // On a phone the bar is wider than the screen: scrolls the current category to the middle.
  useEffect(() => {
    const currentLink = bar.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!bar.current || !currentLink) return
    const from = currentLink.getBoundingClientRect().left - bar.current.getBoundingClientRect().left
    bar.current.scrollLeft += from - (bar.current.clientWidth - currentLink.offsetWidth) / 2
  }, [current, categories])
  if (categories.length < 2) return null
  return (
    <nav ref={bar} className="pk-list-bar" aria-label={t(listMessages.categories)}>
      <LinkButton to="products.cards" current={!current}>
        {t(listMessages.allCards)}
      </LinkButton>
      {categories.map(({ internalName, title }) => (
        <LinkButton
          key={internalName}
          to="products.cards.category"
          params={{ category: internalName }}
          current={internalName === current}
        >
          {title}
        </LinkButton>
      ))}
    </nav>
  )
}
