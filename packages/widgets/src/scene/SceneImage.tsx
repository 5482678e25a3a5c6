import type { SVGProps } from 'react'
import { useRetries } from './useRetries.ts'

type Props = Omit<SVGProps<SVGImageElement>, 'ref' | 'key'> & { href: string; onBroken?: (() => void) | undefined }

/** A picture of a scene. If the connection was lost, it is loaded when the connection returns. */
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
