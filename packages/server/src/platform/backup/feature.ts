import { deletionCollections } from '../deletions/collection.ts'
import { journalCleaning } from '../deletions/journal.ts'
import type { Feature } from '../feature.ts'

/** Backups of the whole shop, and the journal of deletions that a restore repeats. */
export const backup: Feature = {
  name: 'backup',
  calls: [],
  collections: deletionCollections,
  background: [journalCleaning],
  commands: [
    {
      name: 'backup',
      usage: 'backup <folder>',
      summary: 'backs up the whole shop while it is open, and verifies the backup',
      load: async () => (await import('./backupCommand.ts')).backupCommand,
    },
    {
      name: 'restore',
      usage: 'restore <folder>',
      summary: 'restores a backup, and repeats the deletions made since',
      loadBeforeOpening: async () => (await import('./restoreCommand.ts')).restoreCommand,
    },
  ],
}
