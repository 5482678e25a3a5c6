import { expect, it } from 'vitest'
import { htmlOf } from '../.storybook/html.ts'

const none = { provider: 'brightside', attributes: [], slots: [], css: '' }
const script =
  '<script type="module" src="https://shop.example.com/v1/loader.js" data-provider="brightside"></script>\n'

it('[EMB-6] is what a page contains to show a surface', () => {
  expect(htmlOf({ ...none, tag: 'pk-cart' })).toBe(`${script}<pk-cart></pk-cart>`)
})

it('[EMB-6] writes options as attributes, a flag without a value, and what is not set not at all', () => {
  const attributes: [string, unknown][] = [
    ['order-line', 'a "b" & c'],
    ['allow-template-change', true],
    ['update-label', ''],
    ['headless', false],
  ]
  expect(htmlOf({ ...none, tag: 'pk-line-editor', attributes })).toBe(
    `${script}<pk-line-editor order-line="a &quot;b&quot; &amp; c" allow-template-change></pk-line-editor>`,
  )
})

it('[EMB-6] contains the texts of slots, and the styles of parts', () => {
  const css = 'pk-orders::part(button) { color: red }'
  expect(htmlOf({ ...none, tag: 'pk-orders', slots: [['empty', 'Nothing < yet']], css })).toBe(
    `${script}<style>
  pk-orders::part(button) { color: red }
</style>
<pk-orders>
  <p slot="empty">Nothing &lt; yet</p>
</pk-orders>`,
  )
})
