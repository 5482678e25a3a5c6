/** A number with its noun, for an operator: `1 subject`, `2 families`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
