import { useLingui } from '@lingui/react'
import type { ListType } from '@portraitkit/core/browsing/categoryRoutes.ts'
import {
  type FilterName,
  type FilterOption,
  type Filters,
  filtersOf,
  filterTemplates,
} from '@portraitkit/core/browsing/filters.ts'
import { sizeText } from '@portraitkit/core/browsing/sizeText.ts'
import type { TemplateListItem } from '@portraitkit/core/template/contract.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useRoot } from '../rootContext.ts'
import { Checkbox } from '../ui/choices/Choice.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { listMessages } from './listMessages.ts'
import { messages } from './messages.ts'

type FilterButtonProps = {
  type: ListType | 'promoted'
  templates: readonly TemplateListItem[]
  filters: Filters
  onFilters: (filters: Filters) => void
}

/** Opens the dialog 'Filter selection', if there is anything to filter by. */
export function FilterButton({ type, templates, filters, onFilters }: FilterButtonProps) {
  const { _: t } = useLingui()
  const [draft, setDraft] = useState<Filters>()
  const offered = filtersOf(type, templates)
  if (offered.length === 0) return null
  const checked = offered.reduce((sum, { name }) => sum + (filters[name]?.length ?? 0), 0)
  const selected = draft ?? filters
  const toggle = (name: FilterName, value: string, isOn: boolean) => {
    const others = (selected[name] ?? []).filter((one) => one !== value)
    setDraft({ ...selected, [name]: isOn ? [...others, value] : others })
  }
  const apply = () => {
    setDraft(undefined)
    onFilters(selected)
  }
  return (
    <>
      <Button icon={SlidersHorizontal} onClick={() => setDraft(filters)}>
        {checked > 0 ? t(listMessages.filtered, { count: checked }) : t(listMessages.filter)}
      </Button>
      <Dialog
        open={draft !== undefined}
        onClose={() => setDraft(undefined)}
        title={t(listMessages.filterTitle)}
        closeLabel={t(messages.close)}
        foot={
          <>
            <Button onClick={() => setDraft({})}>{t(listMessages.clear)}</Button>
            <Button kind="primary" onClick={apply}>
              {t(listMessages.show, { count: filterTemplates(templates, selected).length })}
            </Button>
          </>
        }
      >
        <div className="pk-filters">
          {offered.map(({ name, options }) => (
            <fieldset key={name}>
              <legend>{t(listMessages[name])}</legend>
              {options.map((option) => (
                <Option
                  key={option.value}
                  name={name}
                  option={option}
                  checked={selected[name]?.includes(option.value) ?? false}
                  onChecked={(isOn) => toggle(name, option.value, isOn)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </Dialog>
    </>
  )
}

type OptionProps = {
  name: FilterName
  option: FilterOption
  checked: boolean
  onChecked: (checked: boolean) => void
}

function Option({ name, option: { value, of }, checked, onChecked }: OptionProps) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const label = {
    formats: sizeText(of.trimBox, of.foldAt, language),
    pages: value,
    texts: value === '1' ? t(listMessages.yes) : t(listMessages.no),
    images: value,
  }[name]
  return <Checkbox label={label} checked={checked} onChecked={onChecked} />
}
