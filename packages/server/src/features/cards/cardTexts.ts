import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="On printed cards that are photographed before each person, and on class lists. number: of the card; people: how many are on the list; blanks: how many cards are blank; page, pages: page numbers" */
/** The texts of cards and class lists. */
export const cardTexts = {
  card: msg`Card {number}`,
  number: msg`Card`,
  walkIn: msg`Walk-in`,
  name: msg`Name`,
  group: msg`Class`,
  noGroup: msg`Without a class`,
  notes: msg`Notes`,
  counts: msg`{people} on the list, {blanks} blank`,
  page: msg`Page {page} of {pages}`,
}
