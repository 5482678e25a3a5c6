import { useLingui } from '@lingui/react'
import { isShopError } from '@portraitkit/core/errors.ts'
import type { PackageInstance, PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { PackagePage } from '@portraitkit/core/photo-packages/page/packagePage.ts'
import { useEffect, useState } from 'react'
import { DesignVersion } from '../../scene/DesignVersion.tsx'
import { firstDifferentPart } from '../../scene/sceneDifference.ts'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { packageMessages as messages } from './packageMessages.ts'

/** The two packages to choose from: the prints that differ, side by side. */
export function PackageVersions({ page, mine }: { page: PackagePage; mine: PackageInstance }) {
  const { _: t } = useLingui()
  const [theirs, setTheirs] = useState<PackageInstance | 'failed'>()
  useEffect(() => {
    page.showTheirs().then(setTheirs, (error: unknown) => {
      if (!isShopError(error)) throw error
      setTheirs('failed')
    })
  }, [page])
  // Without the previews the question can still be answered.
  if (theirs === 'failed') return null
  if (!theirs) return <Skeleton ratio="2 / 1" />
  return differingItems(mine, theirs).map(([here, there]) => (
    <div key={here.uuid} className="pk-conflict">
      <Side item={here} other={there} name={t(messages.keepMine)} />
      <Side item={there} other={here} name={t(messages.keepTheirs)} />
    </div>
  ))
}

function Side({ item, other, name }: { item: PackageItem; other: PackageItem; name: string }) {
  const { preview: scene } = item
  const part = scene && other.preview ? firstDifferentPart(scene, other.preview) : undefined
  return (
    <DesignVersion
      name={name}
      shownScene={scene}
      other={other.preview}
      part={part}
      note={item.template?.name ?? item.name}
    />
  )
}

/** The prints that look different. */
function differingItems(mine: PackageInstance, theirs: PackageInstance): [PackageItem, PackageItem][] {
  return mine.packageItems.flatMap((here) => {
    const there = theirs.packageItems.find(({ uuid }) => uuid === here.uuid)
    const isOther = here.template && there && here.preview?.hash !== there.preview?.hash
    return isOther ? [[here, there] as [PackageItem, PackageItem]] : []
  })
}
