import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { msg } from '../msg.ts'
import { nothing, uuid } from '../schemas.ts'

// lingui-set comment="What the shop answers when reminders cannot be changed"

/** 001 §4 reminder subject. */
export const reminderSubject = () =>
  z.object({ uuid: uuid(), name: z.string().check(z.maxLength(200)), remindersEnabled: z.boolean() })
export type ReminderSubject = z.infer<ReturnType<typeof reminderSubject>>

/** The maximum number of subjects per call. */
export const MAX_REMINDER_SUBJECTS = 500

export const reminders = {
  list: endpoint({
    name: 'reminders.list',
    method: 'GET',
    path: '/ajax/user/get_subjects_with_reminders_enabled.php',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () => z.object({ subjects: z.array(reminderSubject()) }),
    summary: "All the customer's subjects, and whether the customer is reminded of their pictures.",
  }),
  set: endpoint({
    name: 'reminders.set',
    method: 'POST',
    path: '/ajax/user/set_reminders_disabled_status.php',
    access: 'customer',
    changes: true,
    input: () => z.object({ subjects: z.array(reminderSubject()).check(z.maxLength(MAX_REMINDER_SUBJECTS)) }),
    answer: () => z.object({ subjects: z.array(reminderSubject()) }),
    failures: {
      'reminders.unknown_subject': {
        status: 404,
        text: msg({ message: 'One of these picture sets is not in your account.' }),
      },
    },
    summary: 'Switches reminders on and off for each subject. Returns all subjects.',
  }),
}
