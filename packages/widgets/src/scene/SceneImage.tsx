import type { SVGProps } from 'react'
import { useRetries } from './useRetries.ts'

type Props = Omit<SVGProps<SVGImageElement>, 'ref' | 'key'> & { href: string; onBroken?: (() => void) | undefined }

/** A picture of a scene. Where the connection was lost it comes when there is one again. */
export function SceneImage({ onBroken, ...image }: Props) {
  const { attempt, fail } = useRetries(image.href)
  return (
    <image
      key={attempt}
      {...image}
      onError={() => {
        fail()
        onBroken?.()
      }}
    />
  )
}
