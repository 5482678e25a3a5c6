import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="On the page where a family enters the code of its letter. code: the code; name: a child; user: an email address"

/** English texts of the entry by code. */
export const messages = {
  heading: msg`Hi! Did you receive a code from us?`,
  headingSignedIn: msg`Would you like to add another picture set?`,
  leadSignedIn: msg`Type its code: it is on the letter, SMS or email from your photographer.`,
  lead: msg`It is on the letter, SMS or email from your photographer, and it opens your pictures.`,
  code: msg`Code`,
  codeHint: msg`Capital or small letters, spaces and dashes do not matter.`,
  continue: msg`Continue`,
  addPictures: msg`Add pictures`,
  notReceived: msg`Not received a code?`,
  haveAccount: msg`Already have an account? Sign in`,
  loggedIn: msg`Logged in`,
  myPictureSets: msg`My picture sets`,
  checkCode: msg`Please compare it with the letter: it has letters and digits, at least 6. 0 and O are the same to us, and so are 1, I and L.`,
  confirm: msg`Are you sure you want to add the code {code} to user {user}?`,
  confirmTitle: msg`Add pictures`,
  cancel: msg`Cancel`,
  warningTitle: msg`You have these pictures already`,
  warning: msg`The pictures of {name} are among your picture sets.`,
  addTitle: msg`Add picture set`,
  addSignIn: msg`Sign in to add a picture set`,
  letterArt: msg`A letter with a photograph and a code on it`,
}
