import type { PlannedPhotograph, PlanWarning } from './plannedPhotograph.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'

type CopyDecisions = { photographs: PlannedPhotograph[]; questions: Question[]; warnings: PlanWarning[] }

/**
 * Files of the same content that were planned for different people or groups: a sibling picture that was copied into each child's folder, or an
 * accident. Nobody gets any of them until somebody decides; copies for the same people are one picture.
 */
export function decideCopies(
  planned: readonly PlannedPhotograph[],
  copies: readonly (readonly string[])[],
  decisions: Decisions,
): CopyDecisions {
  const byFile = new Map(planned.map((photograph) => [photograph.file, photograph]))
  const left = new Set<PlannedPhotograph>()
  const shared = new Map<PlannedPhotograph, PlannedPhotograph>()
  const questions: Question[] = []
  const warnings: PlanWarning[] = []
  for (const files of copies) {
    const photographs = files.flatMap((file) => byFile.get(file) ?? [])
    if (new Set(photographs.map(ownersText)).size < 2) continue
    const question = questionOf(photographs)
    questions.push(question)
    const choice = decisionOf(question, decisions)
    const [first, ...others] = photographs as [PlannedPhotograph, ...PlannedPhotograph[]]
    if (choice === 'shared') {
      shared.set(first, shareAmong(photographs))
      for (const other of others) left.add(other)
    } else {
      for (const each of photographs) if (choice !== `only ${each.file}`) left.add(each)
    }
    if (choice === 'leave')
      warnings.push(...photographs.map(({ file }) => ({ file, text: `was left out: ${question.text}` })))
  }
  const photographs = planned.filter((each) => !left.has(each)).map((each) => shared.get(each) ?? each)
  return { photographs, questions, warnings }
}

function questionOf(photographs: readonly PlannedPhotograph[]): Question {
  const isOfGroup = photographs.some(({ pictureType }) => pictureType === 'GP')
  const isMixed = isOfGroup && photographs.some(({ pictureType }) => pictureType !== 'GP')
  const files = photographs.map(({ file }) => file)
  const places = photographs.map((each) => `${each.file} of ${ownersText(each)}`)
  const all = [...new Set(photographs.map(ownersText))].join(' and ')
  return {
    kind: 'copies',
    id: `copies ${files.join(' | ')}`,
    file: files[0] ?? '',
    text: `the same picture is ${places.join(' and ')}`,
    options: [
      { value: 'leave', text: 'leave all of them out' },
      ...(isMixed ? [] : [{ value: 'shared', text: `it is a picture of ${all}` }]),
      ...photographs.map((each) => ({
        value: `only ${each.file}`,
        text: `it is only a picture of ${ownersText(each)}`,
      })),
    ],
  }
}

function shareAmong(photographs: readonly PlannedPhotograph[]): PlannedPhotograph {
  const [first] = photographs as [PlannedPhotograph]
  const rows = new Map(photographs.flatMap((each) => each.rows).map((planned) => [planned.row, planned]))
  const groups = [...new Set(photographs.flatMap((each) => each.groups))]
  return {
    ...first,
    rows: [...rows.values()],
    groups,
    pictureType: rows.size > 1 ? 'MGP' : first.pictureType,
    why: 'hand',
  }
}

const ownersText = ({ rows, groups }: PlannedPhotograph) =>
  rows.length > 0
    ? rows.map(({ row }) => `${row.name} ("${row.key}")`).join(' and ')
    : `the group ${groups.join(' and ')}`
