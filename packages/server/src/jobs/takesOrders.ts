import type { Job } from './collection.ts'

/** Whether a job takes orders now: up to its last day, and not once it is archived. */
export function takesOrders({ isArchived, orderBy }: Pick<Job, 'isArchived' | 'orderBy'>, now: Date): boolean {
  return !isArchived && (!orderBy || now <= orderBy)
}
