import { afterEach, describe, expect, inject, it } from 'vitest'
import { expectAccessible } from '../../../packages/widgets/src/testing/accessibility.ts'
import { serveSite } from './isolation/serve.ts'
import { type Person, withComputer, withPhone } from './person.ts'

const house = inject('house')
const undo: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const editor = (provider: string) => `http://localhost:${house.port}/v1/theme-editor/?provider=${provider}`

async function aDesigner(): Promise<Person> {
  const designer = await withComputer({ permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' })
  undo.push(designer.leave)
  return designer
}

/** The page in the preview. */
const previewOf = ({ page }: Person) => page.frameLocator('iframe')
/** The look of the shop in the preview. */
const lookOf = async (designer: Person) =>
  (await previewOf(designer).getByRole('button', { name: 'Not received a code?' }).screenshot()).toString('base64')

describe('the theme editor', () => {
  it('shows every change in the real shop, reports unreadable colours, and keeps the work', async () => {
    const designer = await aDesigner()
    const { page, sees, press, write, troubles } = designer
    const look = () => lookOf(designer)
    await page.goto(editor('brightside'))
    await previewOf(designer).getByRole('heading', { name: 'Hi! Did you receive a code from us?' }).waitFor()
    await press(page.getByRole('radio', { name: 'Look' }))
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
    await press(page.getByRole('radio', { name: 'Look' }))
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
    await expectAccessible(page)
    expect(troubles).toEqual([])
  })

  it('tries an element with its options, in a language, on a page with CSS, and gives the page to copy', async () => {
    const designer = await aDesigner()
    const { page, sees, press, write, troubles } = designer
    const preview = previewOf(designer)
    await page.goto(editor('nordlys'))
    await preview.getByRole('button').first().waitFor()
    await page.getByLabel('Tag').selectOption('pk-code-entry')
    await page.getByLabel('lang').selectOption('English')
    await preview.getByRole('heading', { name: 'Hi! Did you receive a code from us?' }).waitFor()
    await write('code', 'ABCDEFGH')
    await expect.poll(() => preview.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('ABCDEFGH')
    await press(page.getByRole('radio', { name: 'Page' }))
    await write(/^CSS of the page/, 'pk-code-entry::part(button-primary) { background: rgb(1, 2, 3) }')
    const colour = () =>
      preview.getByRole('button', { name: 'Continue' }).evaluate((each) => getComputedStyle(each).backgroundColor)
    await expect.poll(colour).toBe('rgb(1, 2, 3)')
    // an event that the element dispatches
    await press(preview.getByRole('button', { name: 'Continue' }))
    await preview.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
    await expectAccessible(page)

    // the copied page, on another site
    const copied = await page.getByLabel('As HTML').inputValue()
    expect(copied).toContain('<pk-code-entry code="ABCDEFGH" lang="en"></pk-code-entry>')
    await press(page.getByRole('radio', { name: 'React' }))
    expect(await page.getByLabel('As React').inputValue()).toContain('<CodeEntry code="ABCDEFGH" />')
    const body = `<!doctype html><html lang="en"><head><title>A studio</title></head><body>${copied}</body></html>`
    const [, site] = house.worlds
    undo.push(
      await serveSite(house.examplePort, () => ({
        type: 'text/html',
        body: body.replaceAll('nordlys', site?.provider ?? ''),
      })),
    )
    await page.goto(`http://studio.localhost:${house.examplePort}/`)
    await sees('heading', 'Hi! Did you receive a code from us?').waitFor()
    expect(await page.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('ABCDEFGH')
    const ofPage = () => sees('button', 'Continue').evaluate((each) => getComputedStyle(each).backgroundColor)
    await expect.poll(ofPage).toBe('rgb(1, 2, 3)')
    expect(troubles).toEqual([])
  })

  it('lists what the element tells the page, and starts again after it has led away', async () => {
    const designer = await aDesigner()
    const { page, sees, press } = designer
    const preview = previewOf(designer)
    await page.goto(editor('brightside'))
    await preview
      .getByRole('link', { name: /Sign in/ })
      .first()
      .click()
    await preview.getByLabel('Email address').waitFor()
    await press(page.getByText(/^Events \([1-9]/))
    await page
      .getByText(/^pk-navigate \{"name":"login"/)
      .first()
      .waitFor()
    await press(sees('button', 'Start again'))
    await preview.getByRole('textbox', { name: 'Code' }).waitFor()
    await page.getByText('Events (0)').waitFor({ state: 'attached' })
  })

  it('fits a phone, and reports a shop that does not exist', async () => {
    const designer = await withPhone()
    undo.push(designer.leave)
    const { page, sees } = designer
    await page.goto(editor('nordlys'))
    await sees('heading', 'Try it').waitFor()
    // the width of the whole page, as in the PNG
    expect((await page.screenshot({ fullPage: true })).readUInt32BE(16)).toBe(390 * 3)
    await page.goto(editor('nobody'))
    await page.getByText('There is no such shop here.').waitFor()
  })
})
