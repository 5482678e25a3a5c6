import type { OtherSet } from '@portraitkit/core/browsing/categories.ts'
import { routeOfCategory } from '@portraitkit/core/browsing/categoryRoutes.ts'
import type { Category } from '@portraitkit/core/browsing/contract.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { useState } from 'react'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { ConfirmDialog } from '../ui/windows/ConfirmDialog.tsx'
import { messages } from './messages.ts'

/** The category that was clicked, and the picture set that has products of it. */
export type SetQuestion = { category: Category; change: OtherSet }

/** 001 §2.1: asks whether to change to another picture set, because the selected one has no products of a category. */
export function ChangePictureSet({ question, onDone }: { question: SetQuestion | undefined; onDone: () => void }) {
  const t = useT(messages)
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
      title={t('browsing.changeSet')}
      confirmLabel={t('browsing.ok')}
      cancelLabel={t('browsing.cancel')}
      closeLabel={t('browsing.close')}
      onConfirm={confirm}
      onCancel={onDone}
    >
      {visible ? (
        <div className="pk-stack">
          <p>{t('browsing.setWithout', { name: visible.change.current })}</p>
          <p>{t('browsing.setInstead', { name: visible.change.other.name })}</p>
        </div>
      ) : null}
    </ConfirmDialog>
  )
}
