/** Produces items in order, some of them ahead of the one being consumed; consumed items are released. */
export async function* makeAhead<Item, Made>(
  items: readonly Item[],
  ahead: number,
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  const made: Array<Promise<Made>> = []
  for (let index = 0; index < items.length; index++) {
    for (const item of items.slice(made.length, index + 1 + ahead)) {
      const making = make(item)
      // a failure is reported when its item is due, whatever happens to those before it
      making.catch(() => {})
      made.push(making)
    }
    yield await (made[index] as Promise<Made>)
    delete made[index]
  }
}
