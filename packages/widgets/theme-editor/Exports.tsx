import { useEffect, useState } from 'react'
import type { Export } from './exports.ts'

/** What is tried, or its theme, as text to copy. */
export function Exports({ all }: { all: readonly Export[] }) {
  const [selected, setSelected] = useState('HTML')
  const [isCopied, setCopied] = useState(false)
  const { name, about, file, text } = all.find((each) => each.name === selected) ?? (all[0] as Export)
  useEffect(() => setCopied(false), [text])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <fieldset className="exports">
      <legend>Take it along</legend>
      <div className="choices">
        {all.map((each) => (
          <label key={each.name}>
            <input type="radio" name="export" checked={each.name === name} onChange={() => setSelected(each.name)} />
            {each.name}
          </label>
        ))}
      </div>
      <p>{about}</p>
      <textarea aria-label={`As ${name}`} readOnly rows={8} value={text} />
      <div className="row">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <a className="button" download={file} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
          Download {file}
        </a>
        <span role="status">{isCopied ? 'Copied' : ''}</span>
      </div>
    </fieldset>
  )
}
