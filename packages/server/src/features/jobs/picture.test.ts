import { describe, expect, it } from 'vitest'
import { type AssignmentTarget, deliverTo, type Picture } from './picture.ts'

const emma = { uuid: 'emma', group: '4B' }
const source = { why: 'folder', by: 'import', at: new Date(0) } as const
function aPicture(target: AssignmentTarget, change: Partial<Picture> = {}): Picture {
  const facts = { provider: 'p', uuid: 'u', jobUuid: 'j', hash: 'h', fileName: '1.jpg', placeholder: '' }
  const size = { format: 'jpeg' as const, working: 'jpeg' as const, bytes: 1, width: 2, height: 3, greenscreen: false }
  return { ...facts, ...size, faces: [], isMarkedCover: false, assignment: { ...target, ...source }, ...change }
}
const of = (...uuids: string[]): AssignmentTarget => ({
  to: 'subjects',
  subjects: uuids.map((uuid) => ({ uuid, isCover: uuid === 'emma' })),
})
const large = { x: 0, y: 0, width: 0.5, height: 0.5 }
const small = { x: 0.6, y: 0.6, width: 0.1, height: 0.1 }

describe('a subject sees a picture', () => {
  it('of their own, of theirs and others’, or of their group, with its type', () => {
    const seen = (target: AssignmentTarget) => deliverTo(emma, [aPicture(target)]).map(({ pictureType }) => pictureType)
    expect(seen(of('emma'))).toEqual(['IP'])
    expect(seen(of('noah', 'emma'))).toEqual(['MGP'])
    expect(seen({ to: 'groups', groups: ['4A', '4B'] })).toEqual(['GP'])
    const ofOthers: AssignmentTarget[] = [
      of('noah'),
      { to: 'groups', groups: ['4A'] },
      { to: 'unmatched' },
      { to: 'rejected' },
    ]
    for (const target of ofOthers) expect(seen(target)).toEqual([])
  })

  it('as the cover if it is theirs, or if the file of a group picture says so', () => {
    const keywords = (picture: Picture, subject = emma) => deliverTo(subject, [picture])[0]?.keywords
    expect(keywords(aPicture(of('emma', 'noah')))).toEqual(['favorite'])
    expect(keywords(aPicture(of('emma', 'noah'), { isMarkedCover: true }), { uuid: 'noah', group: '' })).toEqual([])
    expect(keywords(aPicture({ to: 'groups', groups: ['4B'] }, { isMarkedCover: true }))).toEqual(['favorite'])
  })

  it('with every face as four numbers, and their own marked', () => {
    const faces = [
      { ...large, subject: 'noah' },
      { ...small, subject: 'emma' },
    ]
    const [picture] = deliverTo(emma, [aPicture(of('emma', 'noah'), { faces })])
    expect(picture).toMatchObject({ faces: [large, { ...small, own: true }], face: small })
    expect(JSON.stringify(picture)).not.toContain('noah')
  })

  it('with the largest face if their own is unknown', () => {
    const [picture] = deliverTo(emma, [aPicture(of('emma'), { faces: [large, { ...small, subject: 'noah' }] })])
    expect(picture).toMatchObject({ faces: [large, small], face: large })
    expect(deliverTo(emma, [aPicture(of('emma'))])[0]).not.toHaveProperty('face')
  })
})
