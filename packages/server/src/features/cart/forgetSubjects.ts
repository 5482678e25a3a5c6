import { randomUUID } from 'node:crypto'
import type { DeletedSubjects, Feature } from '../../platform/feature.ts'
import { everHolders } from '../access/forgetSubjects.ts'
import { isAboutDeleted } from '../template/scenes/isAboutDeleted.ts'
import { dropScenes, lineDesigns, readCart, rewriteLines } from './collection.ts'
import { downloadsOf, linePictures, type StoredLine } from './lineKinds.ts'

/** Lines of carts with deleted subjects, with their scenes and changes. */
export const forgetLines: NonNullable<Feature['forgetSubjects']> = async (app, provider, deleted) => {
  const customers = await everHolders(app, provider.key, deleted.subjects)
  let count = 0
  for (const customer of customers) {
    const { lines } = await readCart(app, provider.key, customer)
    const gone = lines.filter((line) => hasDeleted(line, deleted)).map(({ uuid }) => uuid)
    // first: without its line nobody finds a scene again
    await dropScenes(app, provider.key, gone)
    if (gone.length === 0) continue
    await rewriteLines(app, provider.key, customer, randomUUID(), (current) =>
      current.filter((line) => !hasDeleted(line, deleted)),
    )
    count += gone.length
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
