import * as z from 'zod'

/** What an import is told, apart from decisions. */
export const importOptions = {
  /** The folder of photographs, as a full path. */
  folder: z.string(),
  /** The name or uuid of the job. */
  job: z.string(),
  roster: z.exactOptional(z.string()),
  columns: z.exactOptional(z.record(z.string(), z.string())),
  sheet: z.exactOptional(z.string()),
  options: z.object({
    year: z.exactOptional(z.number()),
    school: z.exactOptional(z.string()),
    type: z.exactOptional(z.string()),
    photographer: z.exactOptional(z.string()),
    ready: z.exactOptional(z.boolean()),
    archived: z.exactOptional(z.boolean()),
    orderBy: z.exactOptional(z.date()),
    freeDeliveryUntil: z.exactOptional(z.date()),
    deletion: z.exactOptional(z.date()),
    backgrounds: z.exactOptional(z.array(z.string()).nullable()),
  }),
  greenscreen: z.boolean(),
  move: z.exactOptional(z.boolean()),
  cards: z.exactOptional(
    z.object({ maxFrames: z.exactOptional(z.number()), allowReturns: z.exactOptional(z.boolean()) }),
  ),
  /** The folder for the report and the list of codes, as a full path. */
  reportFolder: z.string(),
}

export const importInput = z.object({
  ...importOptions,
  /** A plan that is applied: refused at its start if the job, the roster or a file has changed. */
  plan: z.exactOptional(
    z.object({
      fingerprint: z.object({ inputs: z.string(), job: z.string() }),
      /** The decisions by the ids of their questions. */
      decisions: z.record(z.string(), z.string()),
      /** Who decided. */
      by: z.string().nullable(),
    }),
  ),
})

export type ImportInput = z.infer<typeof importInput>
