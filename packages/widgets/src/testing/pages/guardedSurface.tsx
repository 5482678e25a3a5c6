import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { guarded } from '../../guarded.tsx'
import { Root } from '../../root.tsx'

// A page in React with a surface that breaks, and another one.

function Breaking({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('the surface broke')
  return <p>The surface</p>
}
const Surface = guarded('pk-breaking', Breaking)
const Other = guarded('pk-other', () => <p>The other surface</p>)

function Page() {
  const [isBroken, setBroken] = useState(false)
  const [count, setCount] = useState(0)
  return (
    <main>
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count}
      </button>
      <button type="button" onClick={() => setBroken(!isBroken)}>
        Other options
      </button>
      <Root provider="brightside" lang="en">
        <Surface isBroken={isBroken} />
        <Other />
      </Root>
    </main>
  )
}

const place = document.getElementById('site')
if (place) createRoot(place).render(<Page />)
