import { useLingui } from '@lingui/react'
import { hasPendingScenes } from '@portraitkit/core/photo-packages/page/packageFiller.ts'
import type { Route } from '@portraitkit/core/routes.ts'
import { Images, Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ChangeAllDialog } from './ChangeAllDialog.tsx'
import type { PackageEditorProps } from './PackageEditor.tsx'
import { PackageItemCard } from './PackageItemCard.tsx'
import { PackageSaveStatus } from './PackageSaveStatus.tsx'
import { PackageSummary } from './PackageSummary.tsx'
import { packageMessages as messages } from './packageMessages.ts'
import { useSelectableSets } from './useSelectableSets.ts'

export type ViewProps = PackageEditorProps & {
  onEdit: (item: string) => void
  /** Announces a change to screen readers. */
  onSay: (text: string) => void
  goTo: (route: Route) => Promise<void>
}

/** The content of the package, each item as the finished product, with the price next to it. */
export function PackageView(props: ViewProps) {
  const { page, state, instance, onSay } = props
  const { _: t } = useLingui()
  const isLine = state.origin === 'line'
  const back = isLine
    ? ({ to: 'shoppingcart', label: t(messages.toCart) } as const)
    : ({ to: 'products.list', label: t(messages.toOffers) } as const)
  return (
    <Page title={instance.name} lead={instance.description || undefined} back={back}>
      <div className="pk-pack">
        <div className="pk-pack-main">
          <Visitor page={page} instance={instance} goTo={props.goTo} />
          <Tools {...props} />
          <Unchanged page={page} state={state} instance={instance} />
          <ul className="pk-pack-items" aria-label={t(messages.items)} aria-busy={state.loading}>
            {instance.packageItems.map((item, index) => (
              <PackageItemCard
                key={item.uuid}
                page={page}
                instance={instance}
                index={index}
                isLoading={state.loading}
                onEdit={props.onEdit}
                onSay={onSay}
              />
            ))}
          </ul>
        </div>
        <PackageSummary {...props} />
      </div>
    </Page>
  )
}

/** Why a change failed. If it was kept locally and waits for the server, it can be retried. */
function Unchanged({
  page,
  state: { changeError, loading },
  instance,
}: Pick<ViewProps, 'page' | 'state' | 'instance'>) {
  const { _: t } = useLingui()
  if (!changeError) return null
  return (
    <Notice kind="danger">
      <p>{changeError}</p>
      {hasPendingScenes(instance) ? (
        <Button onClick={() => void page.renew()} busy={loading}>
          {t(formMessages.again)}
        </Button>
      ) : null}
    </Notice>
  )
}

/** Nobody is signed in, or none of their pictures are shown: explains why the package is empty. */
function Visitor({ page, instance, goTo }: Pick<ViewProps, 'page' | 'instance' | 'goTo'>) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  if (status === 'signed-in' && !instance.subject) return <Notice>{t(messages.noSets)}</Notice>
  if (status !== 'signed-out') return null
  return (
    <Notice>
      <p>{t(messages.visitor)}</p>
      <div className="pk-row">
        <Button onClick={() => void goTo(page.signIn())}>{t(formMessages.signIn)}</Button>
        <LinkButton to="frontpage" kind="quiet">
          {t(messages.enterCode)}
        </LinkButton>
      </div>
    </Notice>
  )
}

function Tools({ page, state, instance, onSay }: ViewProps) {
  const { _: t } = useLingui()
  const [isChoosing, setChoosing] = useState(false)
  const sets = useSelectableSets(instance)
  const hasPrints = instance.packageItems.some(({ template }) => template)
  const canChoose = hasPrints && sets.some(({ allowed, set }) => allowed && set.pictures.length > 0)
  const step = (way: 'undo' | 'redo') => {
    page[way]()
    onSay(t(way === 'undo' ? messages.undone : messages.redone))
  }
  return (
    <div className="pk-pack-tools">
      {canChoose ? (
        <Button icon={Images} onClick={() => setChoosing(true)}>
          {t(messages.changeAll)}
        </Button>
      ) : null}
      {state.canUndo || state.canRedo ? (
        <span className="pk-pack-steps">
          <Button
            kind="icon"
            icon={Undo2}
            label={t(messages.undo)}
            disabled={!state.canUndo}
            onClick={() => step('undo')}
          />
          <Button
            kind="icon"
            icon={Redo2}
            label={t(messages.redo)}
            disabled={!state.canRedo}
            onClick={() => step('redo')}
          />
        </span>
      ) : null}
      <PackageSaveStatus page={page} state={state} />
      <ChangeAllDialog
        open={isChoosing}
        sets={sets}
        initialSubject={instance.subject?.uuid}
        onClose={() => setChoosing(false)}
        onChoose={async (picture) => {
          setChoosing(false)
          const count = await page.changeAll(picture)
          // If it failed, the page shows the reason.
          if (count !== undefined) onSay(t(messages.changedAll, { count }))
        }}
      />
    </div>
  )
}
