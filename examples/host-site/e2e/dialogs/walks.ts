import { inject } from 'vitest'
import { chooseDelivery, choosePayment, fillCart } from '../checkoutSteps.ts'
import { enterAndRegister } from '../enterAndRegister.ts'
import { atComputerByKeys, type FormPerson } from '../inputDevices.ts'
import { shop } from '../methodInputs.ts'
import { newAddress, tabTo } from '../person.ts'
import type { World } from '../world.ts'
import type { Walk } from './walk.ts'

// Every dialog and every list of tabs, by the paths to them, inside the shadow root of one tag on the photographer's page.

const [demo] = inject('house').worlds as [World]
const password = 'a long password'

const go = (path: string, { studio }: World = demo) => {
  return ({ page }: FormPerson) => page.goto(`${studio}/#${path}`)
}
const button = (name: string | RegExp) => {
  return ({ page }: FormPerson) => page.getByRole('button', { name, exact: true }).first()
}
const inMain = (name: string) => {
  return ({ page }: FormPerson) => page.getByRole('main').getByRole('button', { name, exact: true }).first()
}

async function typeCode({ write, press, sees }: FormPerson): Promise<void> {
  await write('Code', demo.code)
  await press(sees('button', 'Continue'))
  await write('Email address', newAddress())
  await press(sees('button', 'Continue'))
  await sees('heading', 'Create a free user account').waitFor()
}

async function register({ page, write, press, sees }: FormPerson): Promise<void> {
  await write('Phone number', demo.phone)
  await write('Choose a password', password)
  await press(sees('button', 'Create user'))
  await sees('heading', `The pictures of ${demo.subject}`).waitFor()
  await page.goto(`${demo.studio}/#/enter-code`)
  await write('Code', demo.code)
}

async function openShare(person: FormPerson): Promise<void> {
  const { press, page } = person
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await press(button('Menu')(person))
  await press(drawer.getByRole('button', { name: 'Family and friends' }))
  await press(drawer.getByRole('button', { name: 'Share pictures' }))
}

/** From the front page to a customer's account and the first pictures. */
const visitor: Walk[] = [
  {
    of: 'access/NotReceivedDialog',
    title: 'Not received a code?',
    before: go('/enter-code'),
    opener: button('Not received a code?'),
  },
  { of: 'shop/MenuDrawer', title: 'Menu', opener: button('Menu') },
  {
    of: 'account/password/ForgotPassword',
    title: 'Forgot your password?',
    before: go('/login'),
    opener: button('Forgot your password?'),
  },
  { of: 'browsing/FilterButton', title: 'Filter selection', before: go('/products/cards'), opener: button('Filter') },
  { of: 'products/PriceDialog', title: `Prices of ${demo.card}`, opener: button(`Prices of ${demo.card}`) },
  {
    of: 'access/afterCode/RegisterStep',
    title: 'Terms of service',
    before: async (person) => {
      await go('/enter-code')(person)
      await typeCode(person)
    },
    opener: button('Terms of service'),
  },
  { of: 'access/CodeStep', title: 'Add pictures', before: register, opener: inMain('Add pictures') },
  {
    of: 'access/SubjectDialog',
    title: 'You have these pictures already',
    open: async (person) => {
      await person.press(inMain('Add pictures')(person))
      await person.press(person.page.getByRole('dialog').getByRole('button', { name: 'Add pictures' }))
    },
    back: inMain('Add pictures'),
  },
  { of: 'shop/ShopModal', title: 'Share picture sets', open: openShare, back: button('Menu') },
  {
    of: 'account/area/MyData',
    title: 'Delete your account?',
    before: go('/my-account/data'),
    opener: button('Delete account'),
  },
  {
    of: 'inspection/InspectionSection',
    title: `Have the pictures of ${demo.subject} sent home?`,
    before: async (person) => {
      await go('/my-account/picture-sets')(person)
      await person.press(person.sees('link', /^View/))
    },
    opener: button('Have it sent to me'),
  },
]

let customer: World['customer']

async function newCustomer(person: FormPerson): Promise<void> {
  await person.page.goto(demo.studio)
  customer = await enterAndRegister(person, demo)
}

async function openCard(person: FormPerson): Promise<void> {
  await newCustomer(person)
  await go('/products/cards')(person)
  await person.press(person.sees('link', new RegExp(`^${demo.card}`)))
}

const crop = ({ page }: FormPerson) => page.getByRole('application').first()

async function zoom(person: FormPerson): Promise<void> {
  await tabTo(person, crop(person))
  await person.page.keyboard.press('+')
}

/** Chooses files in the chooser that a press opens. */
async function upload({ page, press, sees }: FormPerson, file: string | { name: string; text: string }): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press(sees('button', 'Upload pictures'))
  const sent = typeof file === 'string' ? file : { ...file, mimeType: 'text/plain', buffer: Buffer.from(file.text) }
  await (await chooser).setFiles(sent)
}

const editor: Walk[] = [
  { of: 'editor/screens/PreviewScreen', title: 'Preview', before: openCard, opener: button('Preview') },
  {
    of: 'editor/screens/ImageScreen',
    tabs: 'Picture',
    before: async (person) => {
      await person.press(button('Change photos')(person))
      await crop(person).waitFor()
    },
  },
  {
    of: 'uploads/UploadFailed',
    title: 'Not every file can be used',
    before: async (person) => {
      await person.press(person.page.getByRole('tab', { name: 'Image inbox' }))
      await person.choose(person.page.getByRole('radio', { name: 'My own' }))
    },
    open: (person) => upload(person, { name: 'letter.txt', text: 'Dear Erik' }),
    back: button('Upload pictures'),
  },
  {
    of: 'uploads/DeletePicture',
    title: 'Delete this picture?',
    before: async (person) => {
      await upload(person, shop.digital.photographs[0] as string)
      await person.press(button('Delete pictures')(person))
    },
    opener: button('Delete own picture 1'),
  },
  {
    of: 'editor/saving/UnsavedDialog',
    title: 'Unsaved changes',
    before: zoom,
    opener: button('Cancel'),
    close: 'Close the question',
  },
]

const calendar: Walk[] = [
  {
    of: 'editor/frame/PartTabs',
    tabs: 'Pages',
    before: async (person) => {
      await newCustomer(person)
      await go('/products/calendars')(person)
      await person.press(person.sees('link', /^Month by Month/))
    },
  },
]

async function changeAll(person: FormPerson, to: RegExp): Promise<void> {
  const dialog = person.page.getByRole('dialog', { name: 'Change all pictures' })
  await person.press(button('Change all pictures')(person))
  await person.press(dialog.getByRole('button', { name: to }))
  await person.press(dialog.getByRole('button', { name: 'Change all pictures' }))
}

/** The same customer, changing the package on another device. */
async function changeElsewhere(address: string): Promise<void> {
  const other = await atComputerByKeys()
  const { page, write, press, sees } = other
  await page.goto(`${demo.studio}/#/login`)
  await write('Email address', customer.email)
  await write('Password', customer.password)
  await press(sees('button', 'Sign in'))
  await sees('heading', 'Products').waitFor()
  await page.goto(address)
  await changeAll(other, /^Picture 2 of/)
  await page.getByText('Saved', { exact: true }).waitFor()
  await other.leave()
}

const packages: Walk[] = [
  {
    of: 'photo-packages/page/ChangeAllDialog',
    title: 'Change all pictures',
    before: async (person) => {
      await newCustomer(person)
      await go('/products/packages/')(person)
      await person.press(person.sees('link', /^Choose package: /))
    },
    opener: button('Change all pictures'),
  },
  {
    of: 'photo-packages/page/PackageSaveStatus',
    title: 'This package was changed somewhere else too',
    before: ({ page }) => changeElsewhere(page.url()),
    open: (person) => changeAll(person, /^Picture 3 of/),
    // the control that was pressed last was in a dialog that is gone
    back: null,
  },
]

const order: Walk[] = [
  {
    of: 'cart/CartLine',
    title: 'Delete product?',
    before: async (person) => {
      await person.page.goto(shop.studio)
      await fillCart(person, 'by post')
    },
    opener: ({ sees }) => sees('button', /^Delete/),
  },
  {
    of: 'checkout/FinishStep',
    title: 'Terms of purchase',
    before: async (person) => {
      const { press, sees } = person
      await press(sees('button', /^Checkout/))
      await chooseDelivery(person, 'by post', { name: shop.address.name, email: '' })
      await press(sees('button', 'Next'))
      await choosePayment(person, 'a card')
      await press(sees('button', 'Next'))
    },
    opener: button('Terms of purchase'),
  },
]

export const chapters = { visitor, editor, calendar, packages, order }
