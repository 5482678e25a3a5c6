import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { DeletedSubjects } from '../../../platform/feature.ts'
import { picturesIn } from './picturesIn.ts'

/** Whether a design is made for a deleted subject, or with one of its pictures. */
export function isAboutDeleted(
  { subject, resources }: Pick<DesignContent, 'subject' | 'resources'>,
  { subjects, pictures }: DeletedSubjects,
): boolean {
  if (subject !== null && subjects.includes(subject)) return true
  return picturesIn(resources).some((uuid) => pictures.includes(uuid))
}
