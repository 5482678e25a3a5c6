import type { ShownGiftView } from '@portraitkit/core/template/gift.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { useLazyPart } from '../ui/loading/useLazyPart.ts'
import { ProductPreview } from '../ui/pictures/ProductPreview.tsx'
import { SceneView } from './SceneView.tsx'

export type SceneThingProps = {
  shownScene: ShownScene
  /** What it is, such as 'Preview of Archway'; the texts on it follow. */
  label: string
  onBroken?: (() => void) | undefined
}

/** A design as the finished product: a flat print, a folded card with its front visible, or the gift it is printed on. */
export function ScenePreview({ shownScene, label, onBroken }: SceneThingProps) {
  const view = shownScene.gift?.views[0]
  if (view) return <GiftPreview shownScene={shownScene} view={view} label={label} onBroken={onBroken} />
  const { trimBox, foldAt } = shownScene.scene
  const front = trimBox.width - (foldAt ?? 0)
  return (
    <ProductPreview kind={foldAt === undefined ? 'print' : 'card'} width={front} height={trimBox.height}>
      <span style={frontStyle(trimBox.width, foldAt)}>
        <SceneView shownScene={shownScene} label={label} onBroken={onBroken} />
      </span>
    </ProductPreview>
  )
}

const fetchGiftView = async () => (await import('./GiftView.tsx')).GiftView

/** A gift; its code is fetched with the first one, because most pages show none. */
function GiftPreview({ view, ...props }: SceneThingProps & { view: ShownGiftView }) {
  const GiftView = useLazyPart(fetchGiftView, { isNeeded: true, onFailure: () => undefined })
  return (
    <ProductPreview kind="picture" {...view.size}>
      {GiftView ? <GiftView {...props} view={view} /> : null}
    </ProductPreview>
  )
}

/** The front is to the right of the fold. */
function frontStyle(width: number, foldAt = 0) {
  const front = width - foldAt
  return {
    display: 'block',
    inlineSize: `${(width / front) * 100}%`,
    marginInlineStart: `${(-foldAt / front) * 100}%`,
  }
}
