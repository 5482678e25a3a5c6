import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Where a family sees the pictures of its children. name: a child; count, number: numbers of pictures"

/** English texts of the customer's picture sets. Texts quoted from the specification are verbatim. */
export const messages = {
  title: msg`My picture sets`,
  newTitle: msg`{count, plural, one {The pictures of {name}} other {Your new picture sets}}`,
  newLead: msg`Lovely to see you. Put a favourite on a card, or send it to somebody who would smile at it.`,
  archived: msg`These pictures are kept in our archive: you can look at them, but products with them are no longer sold.`,
  choose: msg`See the products`,
  share: msg`Share with somebody`,
  view: msg`View`,
  viewAndDownload: msg`View and download`,
  buy: msg`Buy products`,
  signIn: msg`Sign in to see your pictures`,
  add: msg`Add another picture set`,
  count: msg`{count, plural, one {# picture} other {# pictures}}`,
  emptyTitle: msg({ message: 'No picture sets yet', context: 'picture-sets' }),
  empty: msg`Enter the code from your photographer to see the pictures here.`,
  enterCode: msg`Enter a code`,
  notYet: msg`Your pictures are not yet available in the webhop. You will receive an email from us with information as soon as the pictures are ready!`,
  none: msg`No pictures currently available`,
  failed: msg`Your picture sets could not be loaded.`,
  again: msg`Try again`,
  back: msg`My picture sets`,
  unknownTitle: msg`This picture set is not here`,
  unknown: msg`It is not among your picture sets. Perhaps it belongs to another account.`,
  picture: msg`Picture {number} of {name}`,
  groupPicture: msg`Group picture {number} of {name}`,
  pictureFailed: msg`This picture could not be loaded.`,
  loading: msg`Loading the pictures`,
}
