import { afterEach, describe, expect, inject, it } from 'vitest'
import { type Person, withComputer, withPhone } from './person.ts'

const house = inject('house')
let designer: Person
afterEach(() => designer.leave())

const editor = (provider: string) => `http://localhost:${house.port}/v1/theme-editor/?provider=${provider}`
/** The look of the shop in the preview. */
const look = async () =>
  (await designer.page.getByRole('button', { name: 'Not received a code?' }).screenshot()).toString('base64')

describe('the theme editor', () => {
  it('shows every change in the real shop, reports unreadable colours, and keeps the work', async () => {
    designer = await withComputer({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page, sees, press, write } = designer
    await page.goto(editor('brightside'))
    await sees('heading', 'Hi! Did you receive a code from us?').waitFor()
    await page.getByText('Everybody can read this').waitFor()
    const own = await look()
    await press(sees('button', 'harbour'))
    await expect.poll(look).not.toBe(own)
    await page.getByText('Everybody can read this').waitFor()

    await write(/^On accent/, '#445566')
    await page.getByText(/onAccent on accent \(light\): 1\.\d, at least 4\.5 is needed/).waitFor()
    await write(/^On accent/, '#ffee00')
    await page.getByText('Everybody can read this').waitFor()
    const harbour = await look()

    await press(page.getByRole('radio', { name: 'JSON' }))
    await press(sees('button', 'Copy'))
    await page.getByText('Copied').waitFor()
    await page.reload()
    const importField = page.getByLabel('JSON of a theme, or of some of its parts')
    await press(importField)
    await page.keyboard.press('Control+V')
    const copied = JSON.parse(await importField.inputValue())
    expect(copied).toMatchObject({ radius: 6, colours: { light: { accent: '#12427e', onAccent: '#ffee00' } } })
    await expect.poll(look).toBe(harbour)

    await importField.fill('{"colours":{"light":{"accentink":"#123456"}}}')
    await press(sees('button', 'Use it'))
    await page.getByText('did you mean theme.colours.light.accentInk?').waitFor()
    await importField.fill('{"colours":{"light":{"accentInk":"#0a7a3c"}}}')
    await press(sees('button', 'Use it'))
    await expect.poll(look).not.toBe(harbour)
    await page.getByLabel('View', { exact: true }).selectOption('Signing in')
    await sees('button', 'Sign in').waitFor()
    expect(designer.troubles).toEqual([])
  })

  it('fits a phone, and reports a shop that does not exist', async () => {
    designer = await withPhone()
    const { page, sees } = designer
    await page.goto(editor('nordlys'))
    await sees('heading', 'Theme editor').waitFor()
    // the width of the whole page, as in the PNG
    expect((await page.screenshot({ fullPage: true })).readUInt32BE(16)).toBe(390 * 3)
    await page.goto(editor('nobody'))
    await page.getByText('There is no such shop here.').waitFor()
  })
})
