import { msg } from '@portraitkit/core/msg.ts'
import { phoneExampleText } from '@portraitkit/core/provider/country.ts'

// lingui-set comment="In the steps after a code was entered. names: the children's names, joined"

/** English texts of the steps after the code, loaded with these steps. */
export const stepMessages = {
  phoneExample: phoneExampleText,
  emailTitle: msg`Your pictures are ready`,
  emailTitleNamed: msg`The pictures of {names} are ready`,
  emailTitleOf: msg`The pictures of {names}`,
  emailTitleWaiting: msg`The pictures of {names} are not ready yet`,
  emailLeadWaiting: msg`Please give your email address: the pictures will be in your account, and you get an email when they are ready.`,
  emailLead: msg`Please give your email address to get to the pictures.`,
  emailLabel: msg`Email address`,
  continue: msg`Continue`,
  welcomeTitle: msg`Welcome back!`,
  welcomeLead: msg`Please type your password to see the pictures.`,
  password: msg`Password`,
  signIn: msg`Sign in`,
  registerTitle: msg`Create a free user account`,
  registerLead: msg`So that nobody else sees the pictures, and your orders stay together.`,
  phone: msg`Phone number`,
  phoneHint: msg`For questions about an order only.`,
  choosePassword: msg`Choose a password`,
  passwordHint: msg`At least 6 characters.`,
  terms: msg`By creating a user you accept the <0>Terms of service</0>.`,
  termsLink: msg`Terms of service`,
  createUser: msg`Create user`,
  markedField: msg`Please check this field.`,
  goBack: msg`Go back`,
  noCodeTitle: msg`Begin with your code`,
  noCode: msg`Enter the code from your photographer first. Then you can create your account.`,
  enterCode: msg`Enter the code`,
}

// lingui-set comment="The page of a link with which somebody shared pictures. user: an email address"

/** English texts of the page of a shared link. */
export const sharedMessages = {
  heading: msg`Pictures have been shared with you`,
  lead: msg`Continue with your email address to see them.`,
  leadSignedIn: msg`They are added to the picture sets of {user}.`,
}
