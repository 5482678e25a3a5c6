import type { Box } from '../../template/definition.ts'

/** Boxes in reading order, line by line from left to right; on a folded sheet one side after the other. */
export function sortByReadingOrder<Placed extends { readonly layer: { readonly box: Box } }>(
  items: readonly Placed[],
  fold?: { at: number; first: 'left' | 'right' },
): Placed[] {
  if (!fold) return byLines(items)
  const isLeft = ({ layer: { box } }: Placed) => box.x + box.width / 2 < fold.at
  const [left, right] = [items.filter(isLeft), items.filter((one) => !isLeft(one))].map(byLines)
  return (fold.first === 'left' ? [left, right] : [right, left]).flatMap((side) => side ?? [])
}

function byLines<Placed extends { readonly layer: { readonly box: Box } }>(placed: readonly Placed[]): Placed[] {
  const lines: { end: number; members: Placed[] }[] = []
  for (const one of placed.toSorted((some, other) => some.layer.box.y - other.layer.box.y)) {
    const { box } = one.layer
    const line = lines.at(-1)
    // Boxes are in one line if one extends beyond the other's middle.
    if (line && box.y + box.height / 2 < line.end) line.members.push(one)
    else lines.push({ end: box.y + box.height, members: [one] })
  }
  return lines.flatMap(({ members }) => members.toSorted((some, other) => some.layer.box.x - other.layer.box.x))
}
