import { styleText } from 'node:util'

/** A line of the welcome: a label, and an address or instruction. */
export type WelcomeLine = readonly [what: string, where: string]

/**
 * What `npm start` prints once the shop is open: titled lists in one column grid. Colours are left out if the output is not a
 * terminal.
 */
export function renderWelcome(
  sections: ReadonlyArray<{ title: string; lines: readonly WelcomeLine[] }>,
  colours: boolean,
): string {
  const paint = (style: 'bold' | 'cyan' | 'dim', text: string) =>
    colours ? styleText(style, text, { validateStream: false }) : text
  const width = Math.max(...sections.flatMap(({ lines }) => lines.map(([what]) => what.length))) + 3
  const render = ([what, where]: WelcomeLine) =>
    `    ${what.padEnd(width)}${where.startsWith('http') ? paint('cyan', where) : where}`
  return sections.map(({ title, lines }) => [`  ${paint('bold', title)}`, ...lines.map(render)].join('\n')).join('\n\n')
}
