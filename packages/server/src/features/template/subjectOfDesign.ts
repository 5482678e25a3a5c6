import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { ChangeSubject } from '../access/mergeDrafts.ts'

/** The subject of a design, for changing it. Its pictures do not name one. */
export const subjectOfDesign = {
  of: ({ subject }: DesignContent) => [subject],
  withSubjects: (content: DesignContent, change: ChangeSubject): DesignContent => ({
    ...content,
    subject: change(content.subject),
  }),
}
