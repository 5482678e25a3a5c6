/**
 * Who sees which picture once people are withdrawn, have answered, or are unpublished, as calculated by somebody who has read the
 * guide and has never seen the product. It imports nothing.
 */

export type ModelPicture = { children: string[] } | { classes: string[] }
export type ModelPurpose = 'print-and-sell' | 'class-picture'
type Reply = 'yes' | 'no'

/** A published job with these children, each in a class, and these pictures. */
export function createSightModel(children: Record<string, string>, pictures: Record<string, ModelPicture>) {
  let count = 0
  const withdrawn = new Map<string, number>()
  const answers = new Map<string, { reply: Reply; number: number }>()
  const missing = new Map<ModelPurpose, Reply>()
  const hidden = new Set<string>()
  const decisions = new Map<string, { shows: boolean; despite: Set<string> }>()
  let isPublished = true

  const inPicture = (name: string): string[] => {
    const picture = pictures[name]
    if (!picture) return []
    if ('children' in picture) return picture.children
    return Object.keys(children).filter((child) => picture.classes.includes(children[child] ?? ''))
  }
  const isShared = (name: string) => {
    const picture = pictures[name]
    return picture !== undefined && ('classes' in picture || picture.children.length > 1)
  }
  /** Everything that somebody in the picture has against it, each by a text of its own. */
  const against = (name: string): string[] => {
    const picture = pictures[name]
    if (!picture) return []
    const purposes: ModelPurpose[] = []
    if ('children' in picture) purposes.push('print-and-sell')
    if (isShared(name)) purposes.push('class-picture')
    const found: string[] = []
    for (const child of inPicture(name)) {
      const left = withdrawn.get(child)
      if (left !== undefined) found.push(`${child} left ${left}`)
      for (const purpose of purposes) {
        const answer = answers.get(`${child} ${purpose}`)
        const reply = answer?.reply ?? missing.get(purpose) ?? 'yes'
        if (reply === 'no') found.push(`${child} ${purpose} ${answer?.number ?? 'missing'}`)
      }
    }
    return found
  }
  const isWithheld = (name: string): boolean => {
    const decision = isShared(name) ? decisions.get(name) : undefined
    if (decision && !decision.shows) return true
    return against(name).some((each) => !decision?.despite.has(each))
  }
  /** What would be theirs, if everything were published. */
  const ownOf = (child: string): string[] => {
    if (withdrawn.has(child)) return []
    return Object.keys(pictures).filter((name) => inPicture(name).includes(child) && !isWithheld(name))
  }

  return {
    withdraw(child: string) {
      if (!withdrawn.has(child)) withdrawn.set(child, ++count)
    },
    restore: (child: string) => void withdrawn.delete(child),
    answer(child: string, purpose: ModelPurpose, reply: Reply | 'not-asked') {
      const key = `${child} ${purpose}`
      if (reply === 'not-asked') answers.delete(key)
      else if (answers.get(key)?.reply !== reply) answers.set(key, { reply, number: ++count })
    },
    notAsked: (purpose: ModelPurpose, reply: Reply) => void missing.set(purpose, reply),
    decide(name: string, what: 'release' | 'hide' | 'reopen') {
      if (!isShared(name)) return
      if (what === 'reopen') decisions.delete(name)
      else decisions.set(name, { shows: what === 'release', despite: new Set(against(name)) })
    },
    unpublish(what: string | null) {
      if (what === null) isPublished = false
      else hidden.add(what)
    },
    publish(what: string | null) {
      if (what !== null) hidden.delete(what)
      // a job is not published for nobody
      else if (Object.keys(children).some((child) => ownOf(child).length > 0)) isPublished = true
    },
    /** In alphabetical order. */
    seenBy(child: string): string[] {
      const isHidden = !isPublished || hidden.has(child) || hidden.has(children[child] ?? '')
      return isHidden ? [] : ownOf(child).sort()
    },
    /** Who gets a letter: also before the pictures are published. */
    lettersFor: () =>
      Object.keys(children)
        .filter((child) => ownOf(child).length > 0)
        .sort(),
  }
}
