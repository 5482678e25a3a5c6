import { afterEach, describe, expect, inject, it } from 'vitest'
import { type Person, withComputer, withPhone } from './person.ts'

const house = inject('house')
let designer: Person
afterEach(() => designer.leave())

const editor = (provider: string) => `http://localhost:${house.port}/v1/theme-editor/?provider=${provider}`
/** The colour behind a place of the page. */
const ground = (name: string) => {
  const button = designer.page.getByRole('button', { name }).first()
  return button.evaluate((node) => getComputedStyle(node).backgroundColor)
}

describe('the theme editor', () => {
  it('shows every change in the real shop, says what cannot be read, and keeps what was made', async () => {
    designer = await withComputer({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page, sees, press, write } = designer
    await page.goto(editor('brightside'))
    await sees('heading', 'Hi! Did you receive a code from us?').waitFor()
    await expect.poll(() => ground('Continue')).toBe('rgb(255, 176, 31)')
    await press(sees('button', 'harbour'))
    await expect.poll(() => ground('Continue')).toBe('rgb(18, 66, 126)')
    await page.getByText('Everybody can read this').waitFor()

    await page.getByRole('textbox', { name: /^On accent/ }).fill('#445566')
    await page.getByText(/onAccent on accent \(light\): 1\.\d, at least 4\.5 is needed/).waitFor()
    await page.getByRole('textbox', { name: /^On accent/ }).fill('#ffee00')
    await page.getByText('Everybody can read this').waitFor()

    await press(page.getByRole('radio', { name: 'JSON' }))
    await press(sees('button', 'Copy'))
    await page.getByText('Copied').waitFor()
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
    expect(copied).toMatchObject({ radius: 6, colours: { light: { accent: '#12427e', onAccent: '#ffee00' } } })

    await page.reload()
    await expect.poll(() => ground('Continue')).toBe('rgb(18, 66, 126)')
    await write('JSON of a theme, or of some of its parts', '{"colours":{"light":{"acent":"#123456"}}}')
    await press(sees('button', 'Use it'))
    await page.getByText('did you mean theme.colours.light.accent?').waitFor()
    await write('JSON of a theme, or of some of its parts', '{"colours":{"light":{"accent":"#123456"}}}')
    await press(sees('button', 'Use it'))
    await expect.poll(() => ground('Continue')).toBe('rgb(18, 52, 86)')
    await page.getByLabel('View').selectOption('Signing in')
    await sees('button', 'Sign in').waitFor()
    expect(designer.troubles).toEqual([])
  })

  it('is as wide as a phone, and says so where there is no such shop', async () => {
    designer = await withPhone()
    const { page, sees } = designer
    await page.goto(editor('nordlys'))
    await sees('heading', 'Theme editor').waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    await page.goto(editor('nobody'))
    await page.getByText('There is no such shop here.').waitFor()
  })
})
