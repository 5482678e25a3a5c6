import type { Feature } from '../feature.ts'
import { taskClockCheck } from './clockChange.ts'
import { taskCollections } from './collection.ts'
import { taskSweep } from './sweepTasks.ts'
import { taskMetrics } from './taskMetrics.ts'

/** Long work: every feature declares its kinds as `tasks`. */
export const tasks: Feature = {
  name: 'tasks',
  calls: [],
  collections: taskCollections,
  background: [taskSweep, taskClockCheck],
  metrics: taskMetrics,
  commands: [
    {
      name: 'tasks',
      usage: 'tasks list | show | cancel | retry <task>',
      summary: 'lists long work and how far it is, shows, cancels or repeats a task',
      load: async () => (await import('./command.ts')).tasksCommand,
    },
    {
      name: 'worker',
      usage: 'worker [--lanes <lanes>]',
      summary: 'does long work in a process of its own',
      isServer: true,
      load: async () => (await import('./workerCommand.ts')).workerCommand,
    },
  ],
}
