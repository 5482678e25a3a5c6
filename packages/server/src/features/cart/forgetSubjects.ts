import type { DeletedSubjects, Feature } from '../../platform/feature.ts'
import { everHolders } from '../access/forgetSubjects.ts'
import { isAboutDeleted } from '../template/scenes/isAboutDeleted.ts'
import { lineDesigns, removeDeletedLines } from './collection.ts'
import { downloadsOf, linePictures, type StoredLine } from './lineKinds.ts'

/** Lines of carts with deleted subjects, with their scenes and changes. */
export const forgetLines: NonNullable<Feature['forgetSubjects']> = async (app, provider, deleted) => {
  const customers = await everHolders(app, provider.key, deleted.subjects)
  let count = 0
  for (const customer of customers) {
    count += await removeDeletedLines(app, provider.key, customer, (line) => hasDeleted(line, deleted))
  }
  const designs = await lineDesigns.removeOf(app, provider, customers, (content) => isAboutDeleted(content, deleted))
  return [
    { what: 'line of a cart', count },
    { what: 'change of a line', count: designs },
  ]
}

function hasDeleted(line: StoredLine, { subjects, pictures }: DeletedSubjects): boolean {
  return (
    line.subjects.some((uuid) => subjects.includes(uuid)) ||
    [...linePictures(line), ...downloadsOf(line)].some((uuid) => pictures.includes(uuid) || subjects.includes(uuid))
  )
}
