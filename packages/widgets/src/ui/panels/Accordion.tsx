import { ChevronDown } from 'lucide-react'
import type { ReactNode, SyntheticEvent } from 'react'
import { useUiStyles } from '../../rootContext.ts'
import { Icon } from '../controls/Icon.tsx'
import css from './panels.css?inline'

export type AccordionItem = {
  key: string
  summary: ReactNode
  content: ReactNode
  open?: boolean
  /** Called when the visitor opens or closes it, for content that is fetched only then. */
  onToggle?: (open: boolean) => void
}

/** Expandable lines: the browser's own disclosure, so find-in-page and every key work. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  useUiStyles(css)
  return (
    <div className="pk-accordion">
      {items.map((item) => (
        <details
          key={item.key}
          open={item.open}
          onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => item.onToggle?.(event.currentTarget.open)}
        >
          <summary>
            {item.summary}
            <Icon of={ChevronDown} />
          </summary>
          <div className="pk-accordion-body">{item.content}</div>
        </details>
      ))}
    </div>
  )
}
