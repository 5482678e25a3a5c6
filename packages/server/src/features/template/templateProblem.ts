/** A fault of a template: where in its JSON, and what is wrong there. */
export type TemplateProblem = { path: string; reason: string }
