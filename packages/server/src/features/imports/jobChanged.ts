import { ImportError } from './importFolder.ts'

/** An import that meets changes of people again and again is rather told so than read for ever. */
const MAX_READS = 5

/** People of the job have changed since they were read for an import. Nothing was imported. */
export class JobChangedError extends ImportError {
  override name = 'JobChangedError'

  constructor() {
    super('Somebody of the job has changed since it was read, and nothing was imported: import the folder again')
  }
}

/** Reads and imports; again if people of the job have changed in between. */
export async function readAgainIfChanged<R>(readAndImport: () => Promise<R>): Promise<R> {
  for (let reads = 1; ; reads++) {
    try {
      return await readAndImport()
    } catch (error) {
      if (!(error instanceof JobChangedError) || reads === MAX_READS) throw error
    }
  }
}
