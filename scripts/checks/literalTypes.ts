import { join } from 'node:path'
import { API, TypeFlags, type UnionType } from 'typescript/unstable/sync'

/** The texts that the code at a place of a file can stand for, by its type; undefined if they are not known. */
export type LiteralsAt = (path: string, offset: number) => readonly string[] | undefined

/** Asks the compiler about the types of packages, until it is closed. */
export function openTypes(root: string): { literalsAt: LiteralsAt; close(): void } {
  const api = new API({ cwd: root })
  return {
    literalsAt(path, offset) {
      const [, name] = /^packages\/([^/]+)\//.exec(path) ?? []
      if (!name) return undefined
      const config = join(root, 'packages', name, 'tsconfig.json')
      const checker = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.checker
      const type = checker?.getTypeAtPosition(join(root, path), offset)
      const types = (type as Partial<UnionType> | undefined)?.getTypes?.() ?? (type ? [type] : [])
      // a key that may be missing is one of the texts, or nothing
      const given = types.filter(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined)))
      const texts = given.flatMap((each) => ('value' in each && typeof each.value === 'string' ? [each.value] : []))
      return texts.length > 0 && texts.length === given.length ? texts : undefined
    },
    close: () => api.close(),
  }
}
