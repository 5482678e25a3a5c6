import type { Feature } from '../../platform/feature.ts'
import { everHolders } from '../access/forgetSubjects.ts'
import { isAboutDeleted } from '../template/scenes/isAboutDeleted.ts'
import { designs } from './collection.ts'

/** Unfinished designs with deleted subjects. */
export const forgetDesigns: NonNullable<Feature['forgetSubjects']> = async (app, provider, deleted) => {
  const customers = await everHolders(app, provider.key, deleted.subjects)
  const count = await designs.removeOf(app, provider, customers, (content) => isAboutDeleted(content, deleted))
  return [{ what: 'unfinished design', count }]
}
