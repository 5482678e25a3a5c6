import { useLingui } from '@lingui/react'
import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { lineKindOf } from '@portraitkit/core/cart/lineKinds.ts'
import { lineRows } from '../cart/lineRows.tsx'
import { LinkButton } from '../ui/controls/Button.tsx'
import { messages } from './messages.ts'

/** RCP-3: the downloads that were bought, with links to the picture set of each child, where they are downloaded. */
export function DownloadLinks({ lines }: { lines: readonly OrderLine[] }) {
  const { _: t } = useLingui()
  const sets = new Map(
    lines
      .filter(({ isOffered }) => isOffered)
      .flatMap((line) => lineRows[lineKindOf(line)].downloads(line))
      .map(({ uuid, name }) => [uuid, name]),
  )
  if (sets.size === 0) return null
  return (
    <section className="pk-stack">
      <h2>{t(messages.downloads)}</h2>
      <div className="pk-row">
        {[...sets].map(([uuid, name]) => (
          <LinkButton key={uuid} to="myaccount.pictureset" params={{ pictureSetUuid: uuid }}>
            {t(messages.download, { name })}
          </LinkButton>
        ))}
      </div>
    </section>
  )
}
