import type { DigitalPortraitsState } from '@portraitkit/core/digital-portraits/state.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { Notice } from '../ui/page/Notice.tsx'

/** Why an action failed whose picture or set is not on the page any more, such as after a correction by the photographer. */
export function LostItems({
  sets,
  problems,
}: {
  sets: readonly PictureSet[]
  problems: DigitalPortraitsState['problems']
}) {
  const present = new Set(sets.flatMap(({ subject, pictures }) => [subject.uuid, ...pictures.map(({ uuid }) => uuid)]))
  const lost = Object.entries(problems).filter(([uuid]) => !present.has(uuid))
  const texts = [...new Set(lost.map(([, text]) => text))]
  return texts.map((text) => <Notice key={text} kind="danger" title={text} />)
}
