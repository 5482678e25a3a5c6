import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { useT } from '../locales/useT.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { messages } from './messages.ts'

/** RCP-3: what was bought to download, and the way to where it is downloaded: the picture set of each child. */
export function Downloads({ lines }: { lines: readonly OrderLine[] }) {
  const t = useT(messages)
  const sets = new Map(lines.flatMap(setsOf).map(({ uuid, name }) => [uuid, name]))
  if (sets.size === 0) return null
  return (
    <section className="pk-stack">
      <h2>{t('orders.downloads')}</h2>
      <div className="pk-row">
        {[...sets].map(([uuid, name]) => (
          <LinkButton key={uuid} to="myaccount.pictureset" params={{ pictureSetUuid: uuid }}>
            {t('orders.download', { name })}
          </LinkButton>
        ))}
      </div>
    </section>
  )
}

/** The subjects whose pictures of a line are downloaded, in a package too. */
function setsOf({ digitalFiles, subjects, package: photoPackage }: OrderLine): Array<{ uuid: string; name: string }> {
  const items = photoPackage?.packageItems ?? []
  return [
    ...(digitalFiles.length > 0 ? subjects : []),
    ...items.flatMap(({ type, subject }) => (type === 'DIGITAL_SET' && subject ? [subject] : [])),
  ]
}
