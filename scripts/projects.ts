import config from '../vitest.config.ts'

/** The test projects of vitest.config.ts, in its order, so that a new one need not be added to the scripts. */
export function projectNames(): string[] {
  const projects = config.test?.projects ?? []
  return projects.map((project) => String(typeof project === 'object' && 'test' in project && project.test?.name))
}
