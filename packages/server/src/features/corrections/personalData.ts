import type { Document } from 'mongodb'
import type { App } from '../../platform/app.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'
import { subjectsOf } from '../jobs/collection.ts'
import { familyFilter } from '../jobs/personalData.ts'

/** The names, classes and answers before and after; who gave an answer, and why a child was withdrawn, may be about another guardian. */
async function showSteps(steps: Document[]): Promise<Document[]> {
  return steps.map(({ subject, before, after, at }) => ({
    subject,
    at,
    before: familyFields(before),
    after: familyFields(after),
  }))
}

function familyFields({ name, group, consent }: Document): Document {
  const answers = Object.entries(consent ?? {}).map(([purpose, { answer, at }]: [string, Document[string]]) => {
    return [purpose, { answer, at }] as const
  })
  return {
    ...(name !== undefined && { name }),
    ...(group !== undefined && { group }),
    ...(consent && { consent: Object.fromEntries(answers) }),
  }
}

async function stepsOf(owner: Owner, app: App): Promise<Document> {
  const filter = await familyFilter(owner, app)
  const subjects = await subjectsOf(app, owner.provider)
    .find(filter, { projection: { uuid: 1 } })
    .toArray()
  return { subject: { $in: subjects.map(({ uuid }) => uuid) } }
}

export const correctionsPersonalData: readonly PersonalData[] = [
  {
    collection: 'subjectSteps',
    filterFor: stepsOf,
    hiddenFields: ['_id', 'jobUuid', 'correction', 'position', 'moved', 'code', 'codeChange'],
    present: showSteps,
    retained: {
      of: {},
      because: 'what was corrected in the school’s list can be undone for 30 days, and is deleted then',
    },
  },
]
