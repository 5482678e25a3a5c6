import type { PackageContent } from '@portraitkit/core/photo-packages/contract.ts'
import { type ChangeSubject, mergeAll, mergeDrafts } from '../access/mergeDrafts.ts'
import { linePackages, savedPackages } from './collection.ts'

const subjectsOfPackage = {
  of: ({ subject, packageItems }: PackageContent) => [subject, ...packageItems.map((item) => item.subject)],
  withSubjects: ({ packageItems, ...content }: PackageContent, change: ChangeSubject): PackageContent => ({
    ...content,
    subject: change(content.subject),
    packageItems: packageItems.map((item) => ({ ...item, subject: change(item.subject) })),
  }),
}

/** Unfinished packages of two subjects who are one person. */
export const mergePackages = mergeAll({
  saved: mergeDrafts(savedPackages, subjectsOfPackage),
  line: mergeDrafts(linePackages, subjectsOfPackage),
})
