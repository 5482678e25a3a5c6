import { useEffect, useState } from 'react'
import { defineElement } from '../../element.tsx'
import { data, flag, number, property, text, word } from '../../options.ts'
import { useRoot } from '../../rootContext.ts'
import { rootOptions } from '../../rootOptions.ts'
import { Button } from '../../ui/controls/Button.tsx'

type ProbeProps = {
  label?: string
  size?: number
  shape?: string
  open?: boolean
  items?: unknown
  onPick?: (items: unknown) => void
  broken?: boolean
}

/** A surface that shows the options it received, for the tests of the element around it. */
function Probe({ label, size, shape, open, items, onPick, broken }: ProbeProps) {
  const { navigate, language, settings } = useRoot()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const seen = globalThis as { mounted?: number }
    seen.mounted = (seen.mounted ?? 0) + 1
    return () => {
      seen.mounted = (seen.mounted ?? 0) - 1
    }
  }, [])
  if (broken) throw new Error('the probe broke')
  return (
    <div>
      <output>{JSON.stringify({ label, size, shape, open, items, language, shop: settings.key })}</output>
      <Button onClick={() => setCount(count + 1)}>Count {count}</Button>
      <Button onClick={() => onPick?.(items)}>Pick</Button>
      <Button onClick={() => navigate('receipt', { orderUuid: '00000000-0000-4000-8000-000000000001' })}>Go</Button>
    </div>
  )
}

/**
 * Called by the page, so that it can do things before the element is defined.
 * @public
 */
export function define(): void {
  defineElement({
    tag: 'pk-probe',
    component: Probe as never,
    options: {
      ...rootOptions,
      label: text('A text'),
      size: number('A number'),
      shape: word(['round', 'square'], 'A word'),
      open: flag('A flag'),
      items: data<unknown>('Data'),
      onPick: property<(items: unknown) => void>('A function'),
      broken: flag('Throws while rendering'),
    },
  })
}
