/** Makes things in their order, some of them ahead of the one that is taken; what was taken is held no longer. */
export async function* madeAhead<Item, Made>(
  items: readonly Item[],
  ahead: number,
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  const made: Array<Promise<Made>> = []
  for (let index = 0; index < items.length; index++) {
    for (const item of items.slice(made.length, index + 1 + ahead)) {
      const making = make(item)
      // a failure is looked at when its turn comes, whatever happens to those before it
      making.catch(() => {})
      made.push(making)
    }
    yield await (made[index] as Promise<Made>)
    delete made[index]
  }
}
