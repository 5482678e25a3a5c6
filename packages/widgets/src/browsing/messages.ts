/** English texts of the product lists; the quoted ones are the documents' to the letter. */
export const messages = {
  'browsing.cards': 'Cards',
  'browsing.cardsLead': 'Thick paper, printed to order, with a picture that is already yours.',
  'browsing.cardsLeadSet': 'Every card with {name} on it. Choose one, then make it your own.',
  'browsing.set': 'Picture set',
  'browsing.from': 'from {price}',
  'browsing.each': 'Prices are per card, taxes included. Delivery is added at the checkout.',
  'browsing.card': '{name} {size} from {price}',
  'browsing.preview': 'Preview of {name}',
  'browsing.loading': 'Loading the cards',
  'browsing.failed': 'The cards could not be loaded.',
  'browsing.again': 'Try again',
  'browsing.empty': 'There are no products available within this category for the selected picture set.',
  'browsing.emptyHint': 'Please change picture set or change category',
  'browsing.visitor': 'Have a code from your photographer? With it the cards show your own pictures.',
  'browsing.noPictures':
    'There are no pictures of yours for a card just now: those that are expected have not come yet, and archived ones are no longer sold.',
  'browsing.sets': 'My picture sets',
  'browsing.enterCode': 'Enter a code',
} as const
