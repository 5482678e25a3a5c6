import { html, type TemplateResult } from 'lit-html'

/** A page: its title, which changes where another page is shown, and what is below it. */
export type Page = { title: string; content: unknown }

export const alert = (text?: string | null) => html`<p role="alert">${text}</p>`
export const waiting = () => html`<p role="status">Loading …</p>`
export const back = () => html`<p><a href="#">Back to the pictures</a></p>`

/** A form that calls `send` with the values of these fields, named with spaces between them. */
export function form(
  send: (...values: string[]) => unknown,
  names: string,
  label: string,
  fields: unknown,
): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault()
    const values = new FormData(event.target as HTMLFormElement)
    send(...names.split(' ').map((name) => String(values.get(name) ?? '')))
  }
  return html`<form @submit=${submit} novalidate>${fields}<button>${label}</button></form>`
}

type Field = { name: string; autocomplete: string; type?: string; value?: string }

export function field(label: string, { name, autocomplete, type = 'text', value = '' }: Field): TemplateResult {
  return html`<label>${label}<input type=${type} name=${name} autocomplete=${autocomplete} value=${value} /></label>`
}
