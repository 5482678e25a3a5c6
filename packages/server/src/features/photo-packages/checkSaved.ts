import type { ChosenItem, PackageContent } from '@portraitkit/core/photo-packages/contract.ts'
import { wrongField } from '../../platform/failure.ts'
import { checkChoice, designOf, type PackageViewer } from './checkChoice.ts'
import type { OfferedPackage } from './offeredPackages.ts'

/** A package in its stored form, after checking everything that a browser could send wrongly or forge. */
export async function checkSaved(
  offered: OfferedPackage,
  { package: named, subject, packageItems }: PackageContent,
  viewer: PackageViewer,
): Promise<PackageContent> {
  checkChoice(offered, subject, packageItems, viewer)
  const checked: ChosenItem[] = []
  for (const item of offered.items) {
    const choice = packageItems.find(({ uuid }) => uuid === item.document.uuid)
    if (!choice) throw wrongField('packageItems', { code: 'missing-item', item: item.document.uuid })
    const { uuid, version, subject: of } = choice
    const design = 'definition' in item ? await designOf(item, choice, viewer.call) : null
    checked.push({
      uuid,
      version,
      subject: of,
      ...(design && {
        template: design.content.template,
        templateData: { userResources: design.content.resources, year: design.content.year ?? null },
      }),
    })
  }
  return { package: named, subject, packageItems: checked }
}
