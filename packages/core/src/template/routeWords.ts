import type { TemplateDefinition } from './definition.ts'

/** The word for a type of templates in addresses (001 §2.2), also used for lists of that type. */
export const routeWords = {
  CARDS: 'cards',
  CALENDAR: 'calendars',
  PHOTOGIFT: 'photogifts',
} as const satisfies Record<TemplateDefinition['type'], string>
export type RouteWord = (typeof routeWords)[keyof typeof routeWords]
