type Child = Node | string
type Attributes = Record<string, string | boolean | undefined | ((event: Event) => unknown)>

/** An element. Functions are its listeners; true and false set and leave out an attribute. */
export function html(tag: string, attributes: Attributes, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children)
  return element
}

/** A form that calls `send` with the values of these fields, named with spaces between them. */
export function form(send: (...values: string[]) => unknown, names: string, label: string, ...children: Child[]) {
  const submit = (event: Event) => {
    event.preventDefault()
    const values = new FormData(event.target as HTMLFormElement)
    send(...names.split(' ').map((name) => String(values.get(name) ?? '')))
  }
  return html('form', { submit, novalidate: true }, ...children, html('button', {}, label))
}

export function field(label: string, attributes: Attributes): HTMLElement {
  return html('label', {}, label, html('input', attributes))
}

export const alert = (text?: string | null) => html('p', { role: 'alert' }, text ?? '')
export const waiting = () => html('p', { role: 'status' }, 'Loading …')
