import { useLingui } from '@lingui/react'
import { createAddressLookup } from '@portraitkit/core/checkout/addressLookup.ts'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Field } from '../ui/controls/Field.tsx'
import { messages } from './messages.ts'

export type AddressSearchProps = { label: string; value: string; onBlur: () => void; error: string | undefined }

/** The address line with suggestions below it: a combobox as in the ARIA practices. The focus stays in the line. */
export function AddressSearch({ label, value, onBlur, error }: AddressSearchProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const lookup = shop.part(createAddressLookup)
  const { suggestions, attribution, isEmpty, resolving } = useSnapshot(lookup.state)
  const list = useId()
  // Belongs to these suggestions: newer ones start without a selection, even if a key is pressed as soon as they appear.
  const [selected, setSelected] = useState({ of: suggestions, index: -1 })
  const active = selected.of === suggestions ? selected.index : -1
  const setActive = (index: number) => setSelected({ of: suggestions, index })
  const [filled, setFilled] = useState(false)
  const isOpen = suggestions.length > 0
  const optionId = (index: number) => `${list}-${index}`
  useEffect(() => lookup.close, [lookup])

  const pick = async (index: number) => {
    const suggestion = suggestions[index]
    if (!suggestion) return
    await lookup.pick({ ...suggestion })
    setFilled(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const { key } = event
    const count = suggestions.length
    if (key === 'ArrowDown') setActive((active + 1) % count)
    else if (key === 'ArrowUp') setActive((active <= 0 ? count : active) - 1)
    else if (key === 'Escape') lookup.close()
    else if (key === 'Enter' && active >= 0) void pick(active)
    else return
    event.preventDefault()
    // Keeps a dialog around the form from closing with the list.
    event.stopPropagation()
  }
  const announcement = isOpen
    ? t(messages.suggestions, { count: suggestions.length })
    : isEmpty
      ? t(messages.noSuggestions)
      : ''
  return (
    <div className="pk-combo">
      <Field
        label={label}
        autoComplete="address-line1"
        required
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
        aria-busy={resolving || undefined}
        value={value}
        error={error}
        onValue={(line) => {
          setFilled(false)
          lookup.write(line)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (isOpen) lookup.close()
          onBlur()
        }}
      />
      {isOpen ? (
        <div className="pk-combo-list">
          <div role="listbox" id={list} aria-label={t(messages.suggested)}>
            {suggestions.map(({ id, suggestion }, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the line, which names the active one
              // biome-ignore lint/a11y/useKeyWithClickEvents: the line has the keys
              <div
                key={id}
                id={optionId(index)}
                role="option"
                className="pk-combo-option"
                aria-selected={index === active}
                // Keeps the focus in the line.
                onMouseDown={(event: MouseEvent) => event.preventDefault()}
                onClick={() => void pick(index)}
              >
                {suggestion}
              </div>
            ))}
          </div>
          {attribution ? <p className="pk-combo-note">{attribution}</p> : null}
        </div>
      ) : null}
      <span className="pk-unseen" role="status">
        {announcement || (filled && !resolving && !error ? t(messages.addressFilled) : '')}
      </span>
    </div>
  )
}
