import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Last days of ordering, of free delivery and of the pictures themselves. date: a date; name: a child"

/** English texts of a job's dates. */
export const messages = {
  orderBy: msg`Order by {date}`,
  freeDeliveryUntil: msg`Free delivery until {date}`,
  deletion: msg`The pictures are deleted on {date}`,
  deleted: msg`The pictures were deleted on {date}.`,
  closed: msg`Ordering closed on {date}`,
  closedFor: msg`The pictures of {name} could be ordered until {date}. They can no longer be ordered.`,
  archivedFor: msg`The pictures of {name} can no longer be ordered.`,
}
