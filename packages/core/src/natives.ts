// What natives do, for pages on which an old library has replaced them.

/** A list of this length, each element made from its index. */
export function times<T>(length: number, make: (index: number) => T): T[] {
  const list: T[] = []
  for (let index = 0; index < length; index++) list.push(make(index))
  return list
}

/** Each element of a list with its index. */
export function indexed<T>(list: readonly T[]): [index: number, element: T][] {
  return list.map((element, index) => [index, element])
}

/** JSON as the standard writes it, also where lists have got a `toJSON`, which would write them twice. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    function (this: Record<string, unknown>, key, written: unknown) {
      return Array.isArray(this[key]) ? this[key] : written
    },
    indent,
  )
}
