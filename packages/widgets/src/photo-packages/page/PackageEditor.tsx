import { useLingui } from '@lingui/react'
import type { PackageInstance, PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import { picturesOnItem } from '@portraitkit/core/photo-packages/packageItems.ts'
import type { PackagePage } from '@portraitkit/core/photo-packages/page/packagePage.ts'
import type { PackagePageState } from '@portraitkit/core/photo-packages/page/packagePageState.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { useEffect, useRef, useState } from 'react'
import { EditedItemContext } from '../../editor/itemContext.ts'
import { useRoot } from '../../rootContext.ts'
import { SurfaceByTag } from '../../surface/SurfaceByTag.tsx'
import { ConfirmDialog } from '../../ui/windows/ConfirmDialog.tsx'
import { useBackToMain } from '../../useBackToMain.ts'
import { PackageView } from './PackageView.tsx'
import { packageMessages as messages } from './packageMessages.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'

export type PackageEditorProps = {
  page: PackagePage
  state: PackagePageState
  instance: PackageInstance
  updateLabel: string | undefined
}

/** A change of an item that waits for an answer: whether its picture should be used for all items. */
type PendingChange = { item: PackageItem; design: DesignContent; shownScene: ShownScene; picture: string }

/** The package, or the editor of one of its items in its place. */
export function PackageEditor(props: PackageEditorProps) {
  const { page, state, instance } = props
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const sets = shop.part(createPictureSets)
  const { room, editing, setEditing, ofItem, losesOfItem } = useItemEditing(page)
  const [waiting, setWaiting] = useState<PendingChange>()
  const [announcement, setAnnouncement] = useState('')
  const leaving = useLeaveGuard(
    () => page.losesOnLeave() || losesOfItem(),
    () => page.losesOnUnload() || losesOfItem(),
  )
  const item = instance.packageItems.find(({ uuid }) => uuid === editing)
  const isGuarded = page.losesOnLeave()
  const stepOut = useBackToMain(
    {
      isMain: !editing && !isGuarded,
      onBack() {
        if (editing) return ofItem.current?.leave() || page.losesOnLeave()
        leaving.ask(() => history.back())
        return true
      },
      onMain() {},
    },
    'pkPackage',
  )
  const close = () => {
    setEditing(undefined)
    // Browsing other pictures in the editor does not change whose package it is.
    if (instance.subject) sets.choose(instance.subject.uuid)
  }

  const take = (of: PackageItem, design: DesignContent, scene: ShownScene) => {
    close()
    const isUnchanged = JSON.stringify(design.resources) === JSON.stringify(of.templateData?.userResources)
    if (isUnchanged && isSame(of, design)) return page.saveOpenItem(of.uuid, null)
    setAnnouncement(t(messages.changedItem, { name: of.template?.name ?? of.name }))
    void page.replaceItem(of.uuid, design, scene)
  }
  const finish = (of: PackageItem) => (design: DesignContent, scene: ShownScene) => {
    const picture = instance.allowSubjectChange === 4 ? newPicture(of, design) : undefined
    if (picture && hasOthers(instance, of)) setWaiting({ item: of, design, shownScene: scene, picture })
    else take(of, design, scene)
  }
  const takeAll = async ({ item: of, design, shownScene, picture }: PendingChange) => {
    setWaiting(undefined)
    close()
    await page.replaceItem(of.uuid, design, shownScene)
    const found = (sets.state as PictureSetsState).sets
      .flatMap(({ pictures }) => pictures)
      .find(({ uuid }) => uuid === picture)
    const count = found && (await page.changeAll(found))
    if (count !== undefined) setAnnouncement(t(messages.changedAll, { count: count || 1 }))
  }

  return (
    <div ref={room}>
      {item?.template && item.templateData ? (
        <EditedItemContext
          value={{
            item: { product: item.product, content: designOfItem(item), shownScene: item.preview },
            rules: { templateChange: item.canChangeTemplate, subjectChange: instance.allowSubjectChange },
            onDone: finish(item),
            onChange: (design) => page.saveOpenItem(item.uuid, design),
            saveState: page.state.saving ? { state: page.state.saving, isAside: state.origin === 'line' } : undefined,
            onClose() {
              page.saveOpenItem(item.uuid, null)
              close()
            },
            way: ofItem,
          }}
        >
          <SurfaceByTag key={item.uuid} tag="pk-editor" options={{}} />
        </EditedItemContext>
      ) : (
        <PackageView
          {...props}
          onEdit={setEditing}
          onSay={setAnnouncement}
          goTo={async (route) => {
            await stepOut()
            leaving.goTo(route)
          }}
        />
      )}
      <p className="pk-unseen" role="status">
        {announcement}
      </p>
      <ConfirmDialog
        open={waiting !== undefined}
        title={t(messages.changeAll)}
        confirmLabel={t(messages.ok)}
        cancelLabel={t(messages.cancel)}
        closeLabel={t(messages.close)}
        onConfirm={() => waiting && void takeAll(waiting)}
        onCancel={() => setWaiting(undefined)}
      >
        <p>{t(messages.changeAllText)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={leaving.asking}
        title={t(messages.leaveTitle)}
        confirmLabel={t(messages.go)}
        cancelLabel={t(messages.stay)}
        closeLabel={t(messages.close)}
        onConfirm={() => void stepOut().then(leaving.leave)}
        onCancel={leaving.stay}
      >
        <p>{t(messages.leave)}</p>
      </ConfirmDialog>
    </div>
  )
}

/** The item being edited, and the focus that returns to it. */
function useItemEditing(page: PackagePage) {
  const room = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<string>()
  const edited = useRef<string>(undefined)
  const ofItem = useRef<{ leave: () => boolean; loses: () => boolean }>(undefined)
  useEffect(() => page.setEditing(editing !== undefined), [page, editing])
  useEffect(() => {
    if (editing) edited.current = editing
    else if (edited.current) room.current?.querySelector<HTMLElement>(`[data-edit="${edited.current}"]`)?.focus()
  }, [editing])
  const losesOfItem = () => editing !== undefined && ofItem.current?.loses() === true
  return { room, editing, setEditing, ofItem, losesOfItem }
}

function designOfItem({ template, templateData, subject }: PackageItem): DesignContent {
  const { uuid = '', version = 1 } = template ?? {}
  const { userResources: resources = [], year = null } = templateData ?? {}
  return { template: { uuid, version }, subject: subject?.uuid ?? null, resources, ...(year === null ? {} : { year }) }
}

function isSame({ template, templateData }: PackageItem, design: DesignContent): boolean {
  return template?.uuid === design.template.uuid && (templateData?.year ?? null) === (design.year ?? null)
}

/** A picture that was not on the item before. */
function newPicture({ templateData }: PackageItem, { resources }: DesignContent): string | undefined {
  const before = picturesOnItem(templateData?.userResources ?? [])
  return [...picturesOnItem(resources)].find((uuid) => !before.has(uuid))
}

/** Whether the picture could be used for another print. */
function hasOthers({ packageItems }: PackageInstance, of: PackageItem): boolean {
  return packageItems.some(({ uuid, template }) => template && uuid !== of.uuid)
}
