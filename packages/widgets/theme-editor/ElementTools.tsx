import type { Settings } from '@portraitkit/core/provider/contract.ts'
import { useId } from 'react'
import { elementOf, elements, type ListedOption } from './elements.ts'
import { isValid, type Trial } from './trial.ts'

type Languages = Settings['locale']['languages']
type Props = { trial: Trial; languages: Languages; onChange: (change: Partial<Trial>) => void }

/** Which element, its options, and the language. */
export function ElementTools({ trial, languages, onChange }: Props) {
  const { about, options } = elementOf(trial.tag)
  const [element, language] = [useId(), useId()]
  const set = (attribute: string, value: string | undefined) => {
    const { [attribute]: _old, ...others } = trial.attributes
    onChange({ attributes: value === undefined ? others : { ...others, [attribute]: value } })
  }
  return (
    <fieldset className="element">
      <legend>Element</legend>
      <div className="field">
        <label htmlFor={element}>Tag</label>
        <select id={element} value={trial.tag} onChange={(event) => onChange({ tag: event.target.value })}>
          {elements.map(({ tag }) => (
            <option key={tag}>{tag}</option>
          ))}
        </select>
        <Hint text={about} />
      </div>
      {options.map((option) => (
        <OptionField
          key={`${trial.tag} ${option.attribute}`}
          option={option}
          value={trial.attributes[option.attribute]}
          onChange={(value) => set(option.attribute, value)}
        />
      ))}
      <div className="field">
        <label htmlFor={language}>lang</label>
        <select id={language} value={trial.lang} onChange={(event) => onChange({ lang: event.target.value })}>
          <option value="">The visitor’s</option>
          {languages.map(({ long, name }) => (
            <option key={long} value={long}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  )
}

type FieldProps = { option: ListedOption; value: string | undefined; onChange: (value: string | undefined) => void }

function OptionField({ option, value, onChange }: FieldProps) {
  const id = useId()
  const { attribute, kind, words, about } = option
  const hint = `${id}-hint`
  if (kind === 'flag')
    return (
      <div className="field">
        <label>
          <input
            type="checkbox"
            aria-describedby={hint}
            checked={value !== undefined}
            onChange={(event) => onChange(event.target.checked ? '' : undefined)}
          />
          {attribute}
        </label>
        <Hint id={hint} text={about} />
      </div>
    )
  const common = { id, 'aria-describedby': hint, value: value ?? '' }
  const write = (text: string) => onChange(text === '' ? undefined : text)
  return (
    <div className="field">
      <label htmlFor={id}>{attribute}</label>
      {words ? (
        <select {...common} onChange={(event) => write(event.target.value)}>
          <option value="">not set</option>
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          spellCheck={false}
          inputMode={kind === 'number' ? 'numeric' : 'text'}
          aria-invalid={value !== undefined && !isValid(option, value)}
          onChange={(event) => write(event.target.value)}
        />
      )}
      <Hint id={hint} text={about} />
    </div>
  )
}

/** What an option is for, with code between grave accents. */
function Hint({ id, text }: { id?: string; text: string }) {
  return (
    <p className="hint" id={id}>
      {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
    </p>
  )
}
