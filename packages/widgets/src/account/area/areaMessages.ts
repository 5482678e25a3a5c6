import { msg } from '@portraitkit/core/msg.ts'
import { phoneExampleText } from '@portraitkit/core/provider/country.ts'

// lingui-set comment="In the account area. day: a date; device: a browser or phone; name: a child or the shop"

/** English texts of the account area. Texts quoted from the specification are verbatim. */
export const areaMessages = {
  phoneExample: phoneExampleText,
  area: msg`My account`,
  areaSignIn: msg`Sign in to see your account`,
  changePassword: msg`Change password`,
  contactInfo: msg`Update contact information`,
  pictureSets: msg`My picture sets`,
  orderHistory: msg`Order history`,
  newPictures: msg`New pictures`,
  cancelPackages: msg`Cancel picture packages`,
  communication: msg`Communication`,
  devices: msg`Where you are signed in`,
  data: msg`My data`,
  signOut: msg`Log out`,
  name: msg({ message: 'Full name', context: 'area' }),
  nameFault: msg({ message: 'Please enter first and last name', context: 'area' }),
  address: msg`Address`,
  address2: msg({ message: 'Apartment, floor, c/o', context: 'area' }),
  postalCode: msg`Postal code`,
  city: msg({ message: 'City', context: 'area' }),
  mobile: msg`Mobile phone`,
  markedField: msg`Please check this again.`,
  save: msg`Save`,
  contactSaved: msg`Your contact information was updated.`,
  devicesLead: msg`If you do not know one of these, sign it out and change your password.`,
  thisDevice: msg`This device`,
  unknownDevice: msg`Unknown device`,
  operatorDevice: msg`{name}, on behalf of the shop`,
  now: msg`in use now`,
  signedIn: msg`signed in {day}`,
  lastUsed: msg`Last used {day}`,
  endDevice: msg`Sign out {device}`,
  end: msg`Sign out`,
  loadFailed: msg({ message: 'This could not be loaded.', context: 'area' }),
  operatorMay: msg`Only the customer can do this, not somebody who acts as the customer.`,
}
