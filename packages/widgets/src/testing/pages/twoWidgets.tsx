import { createRoot } from 'react-dom/client'
import { Root } from '../../root.tsx'
import { useRoot } from '../../rootContext.ts'
import { createRouter } from '../../shop/router.ts'
import { ShopApp } from '../../shop/ShopApp.tsx'

/** The shop and, on the same page, a widget in its own root with an amount and a date, for tests in a browser. */
const shop = document.getElementById('shop')
const widget = document.getElementById('widget')
const { provider = '' } = shop?.dataset ?? {}

function Figures() {
  const { money, language } = useRoot()
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 11, 24))
  return (
    <output>
      {money(123450)} · {date}
    </output>
  )
}

if (shop) {
  createRoot(shop).render(
    <Root api="" provider={provider}>
      <ShopApp router={createRouter('/')} />
    </Root>,
  )
}
if (widget) {
  createRoot(widget).render(
    <Root api="" provider={provider}>
      <Figures />
    </Root>,
  )
}
