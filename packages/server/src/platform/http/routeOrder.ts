/**
 * Sorts routes into the order in which they are tried: at the first segment in which two of them differ, a literal goes before a
 * parameter. So `/templates/by-uuid/:uuid` wins over `/templates/:type/:category`, in whatever order they are declared.
 */
export function sortBySpecificity<R extends { path: string }>(routes: readonly R[]): R[] {
  return [...routes].sort((one, other) => (rank(one.path) < rank(other.path) ? -1 : 1))
}

function rank(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.includes(':') || segment.includes('*') ? '1' : '0'))
    .join('')
    .padEnd(32, '2')
}
