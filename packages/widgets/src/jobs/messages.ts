/** English texts of a job's dates. */
export const messages = {
  'jobs.orderBy': 'Order by {date}',
  'jobs.freeDeliveryUntil': 'Free delivery until {date}',
  'jobs.deletion': 'The pictures are deleted on {date}',
  'jobs.deleted': 'The pictures were deleted on {date}.',
  'jobs.closed': 'Ordering closed on {date}',
  'jobs.closedFor': 'The pictures of {name} could be ordered until {date}. They can no longer be ordered.',
  'jobs.archivedFor': 'The pictures of {name} can no longer be ordered.',
  'jobs.lineClosed':
    'The pictures of {name} could be ordered until {date}. This can no longer be ordered and costs nothing.',
  'jobs.lineArchived': 'The pictures of {name} can no longer be ordered. This costs nothing.',
  'jobs.linePaused': 'A picture of {name} cannot be ordered for the moment. This stays here and costs nothing.',
} as const
