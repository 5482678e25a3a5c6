import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In the lists of designs for cards, calendars and gifts, and their filters. count, shown: numbers of designs; name: a child"

/** English texts of the template lists and their filters. Texts quoted from the specification are verbatim. */
export const listMessages = {
  cards: msg`Cards`,
  cardsLead: msg`Thick paper, printed to order, with a picture that is already yours.`,
  cardsLeadSet: msg`Every card with {name} on it. Choose one, then make it your own.`,
  calendars: msg`Calendars`,
  calendarsLead: msg`A year on the wall, with pictures that are already yours.`,
  calendarsLeadSet: msg`A whole year with {name}. Choose a calendar, then make it your own.`,
  photogifts: msg`Photo gifts`,
  photogiftsLead: msg`Things for every day, with a picture that is already yours.`,
  photogiftsLeadSet: msg`Things for every day, with {name} on them. Choose one, then make it your own.`,
  categories: msg`Categories`,
  allCards: msg`All cards`,
  filter: msg`Filter`,
  filtered: msg`Filter ({count})`,
  filterTitle: msg`Filter selection`,
  show: msg`Show {count} templates`,
  clear: msg`Clear filters`,
  shown: msg`{shown} of {count} shown`,
  more: msg`Show more`,
  noMatch: msg`No design matches the filters.`,
  formats: msg`Formats`,
  pages: msg`Pages`,
  texts: msg`Texts`,
  images: msg`Images`,
  yes: msg`Yes`,
  no: msg`No`,
}
