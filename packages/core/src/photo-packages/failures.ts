import { unknownPictureSet } from '../jobs/failures.ts'
import { msg } from '../msg.ts'
import { unknownTemplate } from '../template/failures.ts'

// lingui-set comment="What the shop answers when a package of several products cannot be put together"

/** The possible problems of a package, wherever it is sent: here and in the cart. */
export const packageFailures = {
  'photo-packages.unknown': { status: 404, text: msg({ message: 'This package is no longer available.' }) },
  'photo-packages.subject': {
    status: 409,
    text: msg({ message: 'Pictures of this picture set cannot be used in this package.' }),
  },
  'photo-packages.mixed': {
    status: 409,
    text: msg({ message: 'All pictures of a package must be by the same photographer.' }),
  },
  'photo-packages.template': { status: 409, text: msg({ message: 'The design of this product cannot be changed.' }) },
  ...unknownPictureSet,
  ...unknownTemplate,
} as const

/** Why a package or one of its items is unavailable at present: reported as `disabled`, and refused by the cart. */
export const unavailable = {
  'photo-packages.no_subject': { status: 409, text: msg({ message: 'Please choose a picture set first.' }) },
  'photo-packages.no_pictures': { status: 409, text: msg({ message: 'This picture set has no picture that fits.' }) },
  'photo-packages.no_catalogue': {
    status: 409,
    text: msg({ message: 'There is no such catalogue for this picture set.' }),
  },
  'photo-packages.no_orders': { status: 409, text: msg({ message: 'Orders for this picture set are closed.' }) },
  'photo-packages.bought': {
    status: 409,
    text: msg({ message: 'You have bought the digital pictures of this picture set already.' }),
  },
} as const
