import { useId } from 'react'

/** The CSS of the page around the element: what reaches it, and what does not. */
export function PageCss({ css, onChange }: { css: string; onChange: (css: string) => void }) {
  const id = useId()
  return (
    <fieldset className="page-css">
      <legend>The page around it</legend>
      <label htmlFor={id}>
        CSS of the page. Its rules end at the element: only custom properties such as <code>--pk-radius</code> and parts
        such as <code>::part(button-primary)</code> reach into it.
      </label>
      <textarea
        id={id}
        rows={10}
        spellCheck={false}
        placeholder="pk-shop { --pk-radius: 0 }"
        value={css}
        onChange={(event) => onChange(event.target.value)}
      />
    </fieldset>
  )
}
