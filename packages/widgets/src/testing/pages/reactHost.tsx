import { createRoot } from 'react-dom/client'
import { Root } from '../../root.tsx'
import { isTag, surfaces } from '../../surfaces.ts'

// A React site that contains one view of the shop between its own header and its own text.

const place = document.querySelector<HTMLElement>('#site')
const { surface = '', options = '{}', provider = '' } = place?.dataset ?? {}
if (!place || !isTag(surface)) throw new Error(`There is no surface ${surface}`)
const Surface = await surfaces[surface].load()
createRoot(place).render(
  <>
    <header>A photographer</header>
    <Root provider={provider}>
      <Surface {...JSON.parse(options)} />
    </Root>
    <p className="after">Our studio is by the harbour.</p>
  </>,
)
