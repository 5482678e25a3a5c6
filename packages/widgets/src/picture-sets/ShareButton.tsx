import { useLingui } from '@lingui/react'
import { isShareable } from '@portraitkit/core/picture-sets/availability.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { Share2 } from 'lucide-react'
import { Button } from '../ui/controls/Button.tsx'
import { useOpenModal } from '../useOpenModal.ts'
import { messages } from './messages.ts'

/** Opens the sharing of pictures, if there are some to share and a shop around that asks with whom. */
export function ShareButton({ sets }: { sets: readonly PictureSet[] }) {
  const { _: t } = useLingui()
  const open = useOpenModal()
  if (!open || !sets.some(isShareable)) return null
  return (
    <div>
      <Button icon={Share2} onClick={() => open('share-picture-sets')}>
        {t(messages.share)}
      </Button>
    </div>
  )
}
