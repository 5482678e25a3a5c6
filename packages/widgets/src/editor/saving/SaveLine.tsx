import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import { CloudCheck, CloudOff } from 'lucide-react'
import { Icon } from '../../ui/controls/Icon.tsx'

type SaveLineProps = {
  status: AutosaveState['status']
  /** Why saving has stopped, if that is shown here. */
  refusal?: string | undefined
  texts: { saving: string; saved: string; waiting: string }
}

/** The save state in one line. */
export function SaveLine({ status, refusal, texts }: SaveLineProps) {
  if (status === 'saving') return <span>{texts.saving}</span>
  if (status === 'saved')
    return (
      <span className="pk-row">
        <Icon of={CloudCheck} size={16} />
        {texts.saved}
      </span>
    )
  const problem = status === 'waiting' ? texts.waiting : status === 'stopped' ? refusal : undefined
  return problem ? (
    <span className="pk-row" role="status">
      <Icon of={CloudOff} size={16} />
      {problem}
    </span>
  ) : null
}
