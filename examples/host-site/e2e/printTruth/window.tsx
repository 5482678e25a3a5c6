import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { SceneSvg } from '@portraitkit/widgets/scene/SceneSvg.tsx'
import { createRoot, type Root } from 'react-dom/client'

/** A page that holds nothing but one part of a scene, in the product's own component. */
declare global {
  interface Window {
    /** Shows a part at a width in pixels; resolves when all its pictures are there. */
    showPart(shown: ShownScene, part: string, width: number): Promise<void>
  }
}

let root: Root | undefined

window.showPart = async (shown, part, width) => {
  root?.unmount()
  document.body.replaceChildren()
  document.body.style.margin = '0'
  const frame = document.createElement('div')
  frame.style.width = `${width}px`
  document.body.append(frame)
  root = createRoot(frame)
  root.render(<SceneSvg shown={shown} part={part} mode="bleed" label="Card" />)
  do {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  } while (!frame.querySelector('svg') || frame.querySelector('[data-state="loading"]'))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
