import { outlineText } from './textOutline.ts'

/**
 * A text over a picture in faint diagonal lines: strong enough that nobody keeps the picture instead of buying it, faint enough
 * that a parent can see the child. The text is drawn as outlines, because a server has no fonts.
 */
export async function watermarkSvg(
  text: string,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const { d, advance } = await outlineText(text.trim().slice(0, 60))
  const size = Math.max(11, Math.max(width, height) * 0.03)
  const stepX = advance * size + size * 2.2
  const stepY = size * 5
  const reach = Math.hypot(width, height)
  const marks: string[] = []
  for (let row = Math.ceil(-reach / 2 / stepY); row * stepY < reach / 2; row++) {
    // Every other line is shifted by half a step, so that the texts form no columns.
    for (let x = -reach / 2 - (row % 2 === 0 ? 0 : stepX / 2); x < reach / 2; x += stepX) {
      marks.push(
        `<use href="#m" transform="translate(${x.toFixed(1)} ${(row * stepY).toFixed(1)}) scale(${size.toFixed(2)})"/>`,
      )
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><path id="m" d="${d}"/></defs>
<g transform="translate(${width / 2} ${height / 2}) rotate(-30)">
<g fill="none" stroke="#000" stroke-opacity=".12" stroke-width=".07" stroke-linejoin="round">${marks.join('')}</g>
<g fill="#fff" fill-opacity=".29">${marks.join('')}</g>
</g></svg>`
}
