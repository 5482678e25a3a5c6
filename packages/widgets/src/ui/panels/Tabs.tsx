import { type ReactNode, useId } from 'react'
import { moveAmongTabs } from '../../modalFocus.ts'
import { useUiStyles } from '../../rootContext.ts'
import css from './panels.css?inline'

export type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode; disabled?: boolean }

export type TabsProps<Value extends string> = {
  /** The name of the list for screen readers. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onValue: (value: Value) => void
}

/** A few views of one thing, one at a time. Arrow keys, Home and End move, and the focused tab's view is shown. */
export function Tabs<Value extends string>({ label, tabs, value, onValue }: TabsProps<Value>) {
  useUiStyles(css)
  const id = useId()
  const current = tabs.find((tab) => tab.value === value)
  return (
    <div>
      <div className="pk-tabs-list" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className="pk-tab"
            part="tab"
            disabled={tab.disabled}
            data-state={tab === current ? 'active' : 'inactive'}
            aria-selected={tab === current}
            aria-controls={tab === current ? `${id}-panel` : undefined}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onValue(tab.value)}
            onFocus={() => tab === current || onValue(tab.value)}
            onKeyDown={moveAmongTabs}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {current ? (
        <div key={value} role="tabpanel" id={`${id}-panel`} className="pk-tab-panel" aria-labelledby={`${id}-${value}`}>
          {current.content}
        </div>
      ) : null}
    </div>
  )
}
