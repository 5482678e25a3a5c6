import { msg } from '@portraitkit/core/msg.ts'
import { placeText } from '@portraitkit/core/provider/country.ts'

// lingui-set comment="On the photographer's own pages. number, count: a slide of a slider, and how many there are"

/** English texts of the provider's pages. */
export const messages = {
  place: placeText,
  contactTitle: msg`Contact us`,
  address: msg`Address`,
  email: msg`Email`,
  phone: msg`Phone`,
  privacyTitle: msg`Privacy policy`,
  noPolicy: msg`This shop has no privacy policy of its own. Please ask us.`,
  loading: msg`Loading`,
  missing: msg`Page not found`,
  failed: msg({ message: 'This page could not be loaded.', context: 'content' }),
  toFrontPage: msg`To the front page`,
  slider: msg`Pictures one after another`,
  /** What screen readers call the slider, and one of its pictures. */
  carousel: msg({ message: 'carousel', comment: 'What a screen reader calls the kind of thing, as “button”' }),
  slideRole: msg({
    message: 'slide',
    comment: 'What a screen reader calls the kind of thing: one picture of a carousel',
  }),
  slide: msg`Picture {number} of {count}`,
  showSlide: msg`Show picture {number} of {count}`,
  pause: msg`Pause`,
  play: msg`Play`,
}
