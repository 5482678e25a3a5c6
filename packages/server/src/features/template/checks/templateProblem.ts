/** An error in a template: its place in the JSON, and what is wrong there. */
export type TemplateProblem = { path: string; reason: string }
