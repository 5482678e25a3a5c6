import type { ShopEventName } from '@portraitkit/core/events.ts'
import type { ComponentType } from 'react'
import { flag, number, type Options, type Props, text, word } from './options.ts'

/** The component of a surface, for code that handles any of them. */
export type SurfaceComponent = ComponentType<Record<string, unknown>>

/** One surface: everything else (element, loader, manifest, stories, docs) follows from this entry. */
export type Surface<O extends Options = Options> = {
  /** One sentence for the docs. */
  readonly about: string
  /** The component, in a chunk of its own. */
  readonly load: () => Promise<SurfaceComponent>
  readonly options: O
  /** The events that it dispatches besides `pk-navigate`, `pk-error` and `pk-analytics`. */
  readonly events: readonly ShopEventName[]
}

/** Checks that the component takes the options it is listed with. */
function surface<const O extends Options>(
  entry: Omit<Surface<O>, 'load'> & { load: () => Promise<ComponentType<Props<O>>> },
): Surface<O> {
  return entry as unknown as Surface<O>
}

/**
 * Every surface of the shop, by its tag. To add one:
 *
 * 1. Its folder: `<feature>/<Name>.tsx` with one exported component whose properties are its options, `messages.ts`, and
 *    `<Name>.css` if `ui/` is not enough (`useStyles`). Inside: `useRoot()` for the shop, `const { _: t } = useLingui()` for texts.
 * 2. One entry here. The tag is `pk-` and the noun; `load` names the file and the component, so the chunk is its own.
 * 3. Its route, if it has one, in `core/routes.ts`: a route with the tag's name and the options as parameters needs nothing else.
 */
export const surfaces = {
  'pk-shop': surface({
    about: 'The whole shop in one tag, with its own header, router and footer.',
    load: async () => (await import('./shop/ShopElement.tsx')).ShopElement,
    options: {
      base: text('Path of the shop on this page, such as `/photos`; hash routes if omitted.'),
      headless: flag('Leaves out header and footer, for pages that have their own.'),
    },
    events: ['pk-login', 'pk-logout', 'pk-cart-change', 'pk-digital-toggle', 'pk-purchase-success'],
  }),
  'pk-code-entry': surface({
    about: 'Where a customer types the code that came with the photographs.',
    load: async () => (await import('./access/CodeEntry.tsx')).CodeEntry,
    options: { code: text('An initial code, as in the link on the letter.') },
    events: ['pk-login', 'pk-code-added'],
  }),
  'pk-email-check': surface({
    about: 'The step after the code: the email address, then the password or a new account.',
    load: async () => (await import('./access/EntryStep.tsx')).EmailCheck,
    options: {},
    events: ['pk-login', 'pk-code-added'],
  }),
  'pk-registration': surface({
    about: 'A new account for a visitor who has entered a code.',
    load: async () => (await import('./access/EntryStep.tsx')).Registration,
    options: {},
    events: ['pk-login', 'pk-code-added'],
  }),
  'pk-login': surface({
    about: 'Signing in with email address and password.',
    load: async () => (await import('./account/signIn/Login.tsx')).Login,
    options: {},
    events: ['pk-login'],
  }),
  'pk-reset-password': surface({
    about: 'A new password by the link in an email; without a link, a form to request one.',
    load: async () => (await import('./account/password/ResetPassword.tsx')).ResetPassword,
    options: {},
    events: ['pk-logout'],
  }),
  'pk-my-account': surface({
    about: 'The menu of the account area.',
    load: async () => (await import('./account/area/MyAccount.tsx')).MyAccount,
    options: {},
    events: [],
  }),
  'pk-contact-info': surface({
    about: 'Name, address and mobile phone of the customer.',
    load: async () => (await import('./account/area/ContactInfo.tsx')).ContactInfo,
    options: {},
    events: [],
  }),
  'pk-change-password': surface({
    about: 'Changes the password of a signed-in customer.',
    load: async () => (await import('./account/area/ChangePassword.tsx')).ChangePassword,
    options: {},
    events: [],
  }),
  'pk-communication': surface({
    about: 'Which emails the customer gets: offers, and reminders for each subject.',
    load: async () => (await import('./reminders/Communication.tsx')).Communication,
    options: {},
    events: [],
  }),
  'pk-cancel-packages': surface({
    about: 'The packages of printed pictures to be sent home for inspection; each can be cancelled.',
    load: async () => (await import('./inspection/CancelPackages.tsx')).CancelPackages,
    options: {},
    events: [],
  }),
  'pk-devices': surface({
    about: 'The devices on which the customer is signed in, each with a button to sign it out.',
    load: async () => (await import('./account/area/Devices.tsx')).Devices,
    options: {},
    events: [],
  }),
  'pk-my-data': surface({
    about: "Downloads the customer's data as a file, and deletes the account.",
    load: async () => (await import('./account/area/MyData.tsx')).MyData,
    options: {},
    events: ['pk-logout'],
  }),
  'pk-new-picture-set': surface({
    about: 'The pictures that a code has just opened.',
    load: async () => (await import('./picture-sets/NewPictureSet.tsx')).NewPictureSet,
    options: {},
    events: [],
  }),
  'pk-picture-sets': surface({
    about: 'All picture sets of the customer.',
    load: async () => (await import('./picture-sets/PictureSets.tsx')).PictureSets,
    options: {},
    events: [],
  }),
  'pk-picture-set': surface({
    about: 'All pictures of one picture set, to buy as files and to download.',
    load: async () => (await import('./digital-portraits/PictureSetDetail.tsx')).PictureSetDetail,
    options: { pictureSet: text("uuid of the picture set, the same as its subject's.") },
    events: ['pk-cart-change', 'pk-digital-toggle'],
  }),
  'pk-digital-portraits': surface({
    about: 'Pictures to download: all picture sets that can be bought, or the pictures of one.',
    load: async () => (await import('./digital-portraits/DigitalPortraits.tsx')).DigitalPortraits,
    options: { pictureSet: text("uuid of a picture set, the same as its subject's; all sets if omitted.") },
    events: ['pk-cart-change', 'pk-digital-toggle'],
  }),
  'pk-catalogues': surface({
    about: 'The printed catalogues of the classes and clubs of which the customer has pictures.',
    load: async () => (await import('./cart/catalogues/Catalogues.tsx')).Catalogues,
    options: {},
    events: ['pk-cart-change'],
  }),
  'pk-catalogue-offer': surface({
    about: 'Offers the catalogue in a dialog; shows nothing if there is none to offer.',
    load: async () => (await import('./cart/catalogues/CatalogueOffer.tsx')).CatalogueOffer,
    options: {},
    events: ['pk-cart-change'],
  }),
  'pk-add-picture-set': surface({
    about: 'Adds a code in the account area.',
    load: async () => (await import('./access/AddPictureSet.tsx')).AddPictureSet,
    options: {},
    events: ['pk-code-added'],
  }),
  'pk-share': surface({
    about: 'Shares picture sets with friends and family by email.',
    load: async () => (await import('./sharing/Share.tsx')).Share,
    options: { headless: flag('Leaves out the heading, for pages and dialogs that have their own.') },
    events: [],
  }),
  'pk-categories': surface({
    about: 'Everything that the shop sells, as a tile for each category.',
    load: async () => (await import('./browsing/CategoryOverview.tsx')).CategoryOverview,
    options: {},
    events: [],
  }),
  'pk-packages': surface({
    about: 'The packages on offer, followed by everything else that the shop sells.',
    load: async () => (await import('./photo-packages/offers/PackageOffers.tsx')).PackageOffers,
    options: {},
    events: [],
  }),
  'pk-package': surface({
    about: 'A package with a preview of each item, which can be changed; the package is added to the cart as a whole.',
    load: async () => (await import('./photo-packages/page/PackageSurface.tsx')).PackageSurface,
    options: {
      package: text('uuid of the package.'),
      orderLine: text('uuid of a cart line to change, instead of a package.'),
      updateLabel: text("Label of the button that saves the change to the line; 'Update cart' if omitted."),
    },
    events: ['pk-cart-change'],
  }),
  'pk-line-editor': surface({
    about: 'Changes a line of the cart: the page of a package, or the template editor.',
    load: async () => (await import('./cart/LineEditor.tsx')).LineEditor,
    options: {
      orderLine: text('uuid of the line of the cart.'),
      updateLabel: text("Label of the button that saves the change to the line; 'Update cart' if omitted."),
      allowTemplateChange: flag('Lets the customer switch to a different design of the same product.'),
    },
    events: ['pk-cart-change'],
  }),
  'pk-template-list': surface({
    about: "The cards, calendars or photo gifts of the shop, each with the customer's own picture in it.",
    load: async () => (await import('./browsing/TemplateList.tsx')).TemplateList,
    options: {
      type: word(['cards', 'calendars', 'photogifts'], 'The listed products; cards if omitted.'),
      category: text('Internal name of a category; all templates of the type if omitted.'),
      formats: text('Initial formats, as the filter writes them: `150x150,100x200`.'),
      pages: text('For calendars, the initial numbers of pages: `13`.'),
      texts: text('For cards: `1` for those with texts to fill in, `0` for those without.'),
      images: text('For cards, the initial numbers of pictures: `1,3`.'),
    },
    events: [],
  }),
  'pk-promoted-products': surface({
    about: "Other popular products, each with the customer's own picture in it.",
    load: async () => (await import('./browsing/PromotedProducts.tsx')).PromotedProducts,
    options: {},
    events: [],
  }),
  'pk-editor': surface({
    about: 'The template editor: pictures, crops, effects and texts of a card, which is then added to the cart.',
    load: async () => (await import('./editor/EditorSurface.tsx')).EditorSurface,
    options: {
      product: text('uuid of the product.'),
      template: text('uuid of the template.'),
      orderLine: text('uuid of a cart line to change, instead of product and template.'),
      updateLabel: text("Label of the button that saves the change to the line; 'Update cart' if omitted."),
      allowTemplateChange: flag('Lets the customer switch to a different design of the same product.'),
      allowSubjectChange: number(
        'Whose pictures may be added: 1 only of the same subject, 2 of the same job, 3 of the same job type, 4 of any subject; 4 if omitted.',
      ),
    },
    events: ['pk-cart-change'],
  }),
  'pk-continue-card': surface({
    about: 'Continues the card that the customer has started but not finished; shows nothing if there is none.',
    load: async () => (await import('./editor/saving/ContinueCard.tsx')).ContinueCard,
    options: {},
    events: [],
  }),
  'pk-cart': surface({
    about: 'The shopping cart.',
    load: async () => (await import('./cart/Cart.tsx')).Cart,
    options: {},
    events: ['pk-cart-change'],
  }),
  'pk-checkout': surface({
    about: 'Delivery, payment and the order itself.',
    load: async () => (await import('./checkout/Checkout.tsx')).Checkout,
    options: {},
    events: [],
  }),
  'pk-receipt': surface({
    about: 'The thank-you page with the order.',
    load: async () => (await import('./orders/Receipt.tsx')).Receipt,
    options: { order: text('uuid of the order.') },
    events: ['pk-purchase-success'],
  }),
  'pk-orders': surface({
    about: "The customer's orders.",
    load: async () => (await import('./orders/Orders.tsx')).Orders,
    options: { order: text('uuid of an order to show initially.') },
    events: [],
  }),
  'pk-retakes': surface({
    about: 'New pictures instead of ordered ones, to keep or to exchange.',
    load: async () => (await import('./retakes/Retakes.tsx')).Retakes,
    options: {},
    events: [],
  }),
  'pk-contact-us': surface({
    about: 'Who the provider is and how to reach them.',
    load: async () => (await import('./content/ContactUs.tsx')).ContactUs,
    options: {},
    events: [],
  }),
  'pk-privacy-policy': surface({
    about: "The provider's privacy policy.",
    load: async () => (await import('./content/PrivacyPolicy.tsx')).PrivacyPolicy,
    options: {},
    events: [],
  }),
  'pk-page': surface({
    about: 'A page that the provider built from modules.',
    load: async () => (await import('./content/ContentPage.tsx')).ContentPage,
    options: { page: text('Id of the page: the last segment of its address.') },
    events: [],
  }),
  'pk-debug': surface({
    about: 'Starts and stops a recording of the page for support, in which every field and picture is masked.',
    load: async () => (await import('./support/Debug.tsx')).Debug,
    options: {},
    events: [],
  }),
} satisfies Record<`pk-${string}`, Surface>

export type Tag = keyof typeof surfaces

export function isTag(name: string): name is Tag {
  return Object.hasOwn(surfaces, name)
}
