import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { createFontkitShaper } from '@portraitkit/core/template/fontkitShaper.ts'
import { fontTexts, type LayoutSetting, layOut } from '@portraitkit/core/template/layOut.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import { SceneView } from '@portraitkit/widgets/scene/SceneView.tsx'
import { createRoot, type Root } from 'react-dom/client'

/** A page with only one part of a scene, in the product's own component. */
declare global {
  interface Window {
    /**
     * Shows a part at a width in pixels, in place of the previous one or, with `keep`, as its next state. Resolves when every
     * picture has loaded or failed.
     */
    showPart(scene: ShownScene, part: string, width: number, keep?: boolean): Promise<void>
    /** The pictures that failed to load, as reported by the component. */
    broken: string[]
    /** The hash of the scene that this browser lays out by itself, with the server's fonts. */
    hashOf(definition: TemplateDefinition, content: DesignContent, setting: LayoutSetting): Promise<string>
  }
}

let root: Root | undefined
let frame: HTMLElement | undefined

window.broken = []

window.showPart = async (scene, part, width, keep = false) => {
  if (!keep || !root) {
    root?.unmount()
    document.body.style.margin = '0'
    frame = document.createElement('div')
    frame.style.width = `${width}px`
    document.body.replaceChildren(frame)
    root = createRoot(frame)
  }
  const before = window.broken.length
  const report = (uuid: string) => window.broken.push(uuid)
  root.render(<SceneView shownScene={scene} part={part} mode="bleed" label="Card" onBroken={report} />)
  const waits = () => {
    const loading = frame?.querySelectorAll('[data-state="loading"]').length ?? 0
    return !frame?.querySelector('svg') || loading > window.broken.length - before
  }
  do {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  } while (waits())
  // drawings of the template do not report whether they have loaded
  const drawings = [...(frame?.querySelectorAll<SVGImageElement>('svg > image') ?? [])].map(({ href }) => {
    return Object.assign(new Image(), { src: href.baseVal }).decode()
  })
  await Promise.all(drawings)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

const shaper = (async () => {
  const list = await (await fetch('/template-fonts/list.json')).json()
  return createFontkitShaper(list, async ({ address }) => new Uint8Array(await (await fetch(address)).arrayBuffer()))
})()

window.hashOf = async (definition, content, setting) => {
  const ready = await shaper
  await ready.prepare(fontTexts(definition, content, setting))
  return sceneHash(layOut(definition, content, { ...setting, shaper: ready }))
}
