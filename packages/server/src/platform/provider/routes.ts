import { provider as contract } from '@portraitkit/core/provider/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { bind, type Feature } from '../feature.ts'
import { providerCollections } from './collection.ts'
import { ownPicturePage } from './ownPictures.ts'

export const provider: Feature = {
  name: 'provider',
  collections: providerCollections,
  pages: [ownPicturePage],
  commands: [
    {
      name: 'websites',
      usage: 'websites list | allow <address> | refuse <address>',
      summary: 'lists the websites that may embed a shop, allows or refuses one',
      load: async () => (await import('./command.ts')).websitesCommand,
    },
  ],
  calls: bind(contract, {
    settings: async (_input, { provider, language }) => ({
      key: provider.key,
      name: provider.name,
      look: provider.look,
      menu: provider.menu,
      contactInfo: provider.contactInfo,
      terms: { termsOfService: inLanguage(provider.terms.service, language) },
      locale: {
        languages: provider.languages,
        default_language: provider.defaultLanguage,
        country: { twoLetterCode: provider.country },
      },
      currencyCode: provider.currency,
      webshop: {
        freeShippingThreshold: provider.freeShippingThreshold,
        hasPrivacyPolicy: provider.privacyPolicy !== null,
      },
      options: {
        acceptMailDefaultOn: provider.options.acceptMailDefaultOn,
        disableAcceptMailOptionWhenRegisteringUser: provider.options.disableAcceptMailOptionWhenRegisteringUser,
        disableAcceptMailWhenLoggingIn: provider.options.disableAcceptMailWhenLoggingIn,
        gatherAddress2: provider.options.gatherAddress2,
        gatherState: provider.options.gatherState,
        allowOwnPhotos: provider.options.allowOwnPhotos,
        disableImageToolbox: provider.options.disableImageToolbox,
        addToCartWarningEnabled: provider.options.addToCartWarningEnabled,
        whiteLabelDisableMixPhotographers: provider.options.whiteLabelDisableMixPhotographers ?? false,
        analyticsEnabled: provider.options.analyticsEnabled ?? false,
        dataLayerEnabled: provider.options.dataLayerEnabled ?? false,
      },
    }),
  }),
}
