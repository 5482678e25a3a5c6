/** The content of the sidebar, in reading order. A page's name there is its first heading. */
export type Chapter = {
  title: string
  pages: readonly string[]
  /** Closed until one of its pages is read. */
  folded?: true
}

/** A folder's name with a slash at its end stands for every page in it. */
export const sidebar: readonly Chapter[] = [
  { title: 'Begin', pages: ['docs/README.md', 'docs/guide/quick-start.md', 'docs/glossary.md'] },
  {
    title: 'The shop on your page',
    pages: [
      'docs/guide/embedding.md',
      'docs/guide/options.md',
      'docs/guide/events.md',
      'docs/guide/routes.md',
      'docs/guide/headless.md',
      'docs/guide/theming.md',
      'docs/guide/content-security-policy.md',
      'docs/guide/sessions.md',
      'docs/guide/analytics.md',
      'docs/guide/accessibility.md',
    ],
  },
  { title: 'Examples', pages: ['examples/'] },
  {
    title: 'For photographers',
    pages: [
      'docs/guide/import.md',
      'docs/guide/cards.md',
      'docs/guide/families.md',
      'docs/guide/consent.md',
      'docs/guide/people.md',
      'docs/guide/range.md',
      'docs/guide/templates.md',
      'docs/guide/backgrounds.md',
      'docs/guide/pages.md',
      'docs/guide/deliveries.md',
      'docs/guide/payments.md',
      'docs/guide/orders.md',
      'docs/guide/recordings.md',
      'docs/guide/privacy.md',
    ],
  },
  {
    title: 'For operators',
    pages: [
      'docs/guide/operators.md',
      'docs/guide/production.md',
      'docs/guide/monitoring.md',
      'docs/guide/backup.md',
      'docs/guide/security.md',
      'docs/guide/asvs.md',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'docs/reference/elements.md',
      'docs/reference/tokens.md',
      'docs/reference/routes.md',
      'docs/reference/calls.md',
      'docs/reference/call-costs.md',
    ],
  },
  {
    title: 'How it is built',
    pages: [
      'docs/contributing/recipes.md',
      'docs/contributing/words.md',
      'docs/contributing/releasing.md',
      'docs/languages.md',
      'docs/guide/storybook.md',
      'docs/proofs.md',
      'docs/benchmarks.md',
    ],
  },
  { title: 'Decisions', pages: ['docs/decisions/'], folded: true },
]

/** Pages that are useless to readers of the site. */
export const UNLISTED_PAGES: readonly string[] = ['docs/decisions/0000-template.md']
