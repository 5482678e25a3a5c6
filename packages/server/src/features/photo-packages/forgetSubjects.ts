import type { PackageContent } from '@portraitkit/core/photo-packages/contract.ts'
import type { DeletedSubjects, Feature } from '../../platform/feature.ts'
import { everHolders } from '../access/forgetSubjects.ts'
import { isAboutDeleted } from '../template/scenes/isAboutDeleted.ts'
import { linePackages, savedPackages } from './collection.ts'

/** Unfinished packages with deleted subjects. */
export const forgetPackages: NonNullable<Feature['forgetSubjects']> = async (app, provider, deleted) => {
  const customers = await everHolders(app, provider.key, deleted.subjects)
  const isForgotten = (content: PackageContent) => hasDeleted(content, deleted)
  const saved = await savedPackages.removeOf(app, provider, customers, isForgotten)
  const changes = await linePackages.removeOf(app, provider, customers, isForgotten)
  return [{ what: 'unfinished package', count: saved + changes }]
}

function hasDeleted({ subject, packageItems }: PackageContent, deleted: DeletedSubjects): boolean {
  const items = packageItems.map((item) => ({
    subject: item.subject,
    resources: item.templateData?.userResources ?? [],
  }))
  return [{ subject, resources: [] }, ...items].some((each) => isAboutDeleted(each, deleted))
}
