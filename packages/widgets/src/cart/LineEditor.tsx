import { lineKindOf, lineKinds } from '@portraitkit/core/cart/lineKinds.ts'
import { createCart } from '@portraitkit/core/cart/state.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { SurfaceByTag } from '../surface/SurfaceByTag.tsx'
import { RootLoading } from '../theme/RootStates.tsx'
import { RequireLineOwner } from './lineOwner/RequireLineOwner.tsx'

export type LineEditorProps = {
  orderLine?: string | undefined
  updateLabel?: string | undefined
  allowTemplateChange?: boolean | undefined
}

/** CRT-3: the page that changes a line of the cart: the package page for a package, the template editor for everything else. */
export function LineEditor(props: LineEditorProps) {
  const { orderLine } = props
  if (!orderLine) throw new Error('the option order-line is missing')
  return (
    <RequireLineOwner key={orderLine} orderLine={orderLine} waiting={<Waiting />}>
      <LineEditorContent {...props} orderLine={orderLine} />
    </RequireLineOwner>
  )
}

function LineEditorContent({ orderLine, updateLabel, allowTemplateChange }: LineEditorProps & { orderLine: string }) {
  const { shop } = useRoot()
  const cart = shop.part(createCart)
  const { cart: current } = useSnapshot(cart.state)
  const [isCartLoaded, setCartLoaded] = useState(false)
  useEffect(() => void cart.load().then(() => setCartLoaded(true)), [cart])
  const line = current?.orderLines.find(({ uuid }) => uuid === orderLine)
  const editor = line && lineKinds[lineKindOf(line)].editor
  if (editor === 'pk-package') return <SurfaceByTag tag={editor} options={{ orderLine, updateLabel }} />
  if (!line && !isCartLoaded) return <Waiting />
  // The editor also handles a cart that cannot be fetched and a line that no longer exists.
  return <SurfaceByTag tag="pk-editor" options={{ orderLine, updateLabel, allowTemplateChange }} />
}

const Waiting = () => <RootLoading shape="page" language={useRoot().language} />
