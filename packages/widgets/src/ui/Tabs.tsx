import { Content, List, Root, Trigger } from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import { useUiStyles } from '../root.tsx'
import { moveAmongTabs } from '../shadow.ts'
import css from './panels.css?inline'

export type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode; disabled?: boolean }

export type TabsProps<Value extends string> = {
  /** The name of the list for screen readers. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onValue: (value: Value) => void
}

/** A few views of one thing, one at a time. Arrow keys, Home and End move. */
export function Tabs<Value extends string>({ label, tabs, value, onValue }: TabsProps<Value>) {
  useUiStyles(css)
  return (
    <Root value={value} onValueChange={(chosen) => onValue(chosen as Value)}>
      <List className="pk-tabs-list" aria-label={label} tabIndex={-1}>
        {tabs.map((tab) => (
          <Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="pk-tab"
            part="tab"
            tabIndex={tab.value === value ? 0 : -1}
            onKeyDown={moveAmongTabs}
          >
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.value} value={tab.value} className="pk-tab-panel">
          {tab.content}
        </Content>
      ))}
    </Root>
  )
}
