import { eventNames } from './elements.ts'
import { onMessageOf, type PreviewReport, type PreviewRequest } from './messages.ts'

// The page in the preview: one element, as on any page that has the loader.

const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]
let element: HTMLElement | undefined

function show({ provider, tag, attributes, theme, mode, css }: PreviewRequest): void {
  sheet.replaceSync(css)
  if (element?.localName !== tag) {
    element = document.createElement(tag)
    document.body.replaceChildren(element)
  }
  const all: Record<string, string> = { ...attributes, provider }
  for (const name of element.getAttributeNames()) if (!(name in all)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(all)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  Object.assign(element, { theme, mode })
}

const report = (message: PreviewReport) => parent.postMessage(message, location.origin)

onMessageOf<PreviewRequest>(() => parent, show)
for (const name of eventNames) {
  addEventListener(name, (event) => {
    const { detail } = event as CustomEvent<unknown>
    report({ event: name, detail: JSON.parse(JSON.stringify(detail ?? null)) })
  })
}
// The widgets, loaded as on any page.
const loader = document.createElement('script')
loader.type = 'module'
loader.src = '../loader.js'
document.head.append(loader)
report('ready')
