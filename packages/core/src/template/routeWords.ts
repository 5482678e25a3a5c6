import type { TemplateDefinition } from './definition.ts'

/** The word for a type of templates in addresses (001 §2.2), which is also what a list of them is of. */
export const routeWords = {
  CARDS: 'cards',
  CALENDAR: 'calendars',
  PHOTOGIFT: 'photogifts',
} as const satisfies Record<TemplateDefinition['type'], string>
export type RouteWord = (typeof routeWords)[keyof typeof routeWords]
