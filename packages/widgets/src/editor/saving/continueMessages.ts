import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In the link back to a card that was not finished. name: the product; subject: a child"

/** English texts of the link back to a card. They are separate from the editor's because the lists show them. */
export const continueMessages = {
  card: msg`Continue your card`,
  package: msg`Continue your package`,
  cardOf: msg`{name} with {subject}`,
}
