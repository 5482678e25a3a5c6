import { useLingui } from '@lingui/react'
import type { OtherSet } from '@portraitkit/core/browsing/categories.ts'
import { routeOfCategory } from '@portraitkit/core/browsing/categoryRoutes.ts'
import type { Category } from '@portraitkit/core/browsing/contract.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { useState } from 'react'
import { useRoot } from '../rootContext.ts'
import { ConfirmDialog } from '../ui/windows/ConfirmDialog.tsx'
import { messages } from './messages.ts'

/** The category that was clicked, and the picture set that has products of it. */
export type SetQuestion = { category: Category; change: OtherSet }

/** 001 §2.1: asks whether to change to another picture set, because the selected one has no products of a category. */
export function ChangePictureSet({ question, onDone }: { question: SetQuestion | undefined; onDone: () => void }) {
  const { _: t } = useLingui()
  const { shop, navigate } = useRoot()
  // keeps its text while the dialog closes
  const [last, setLast] = useState<SetQuestion>()
  if (question && question !== last) setLast(question)
  const visible = question ?? last
  const confirm = () => {
    if (!question) return
    const { name, params } = routeOfCategory(question.category)
    shop.part(createPictureSets).choose(question.change.other.uuid)
    onDone()
    navigate(name, params)
  }
  return (
    <ConfirmDialog
      open={question !== undefined}
      title={t(messages.changeSet)}
      confirmLabel={t(messages.ok)}
      cancelLabel={t(messages.cancel)}
      closeLabel={t(messages.close)}
      onConfirm={confirm}
      onCancel={onDone}
    >
      {visible ? (
        <div className="pk-stack">
          <p>{t(messages.setWithout, { name: visible.change.current })}</p>
          <p>{t(messages.setInstead, { name: visible.change.other.name })}</p>
        </div>
      ) : null}
    </ConfirmDialog>
  )
}
