import { isProduct, type Source } from './sources.ts'

/** The components that show a dialog or a list of tabs. */
const SHOWS = /<(?:Dialog|ConfirmDialog|ConfirmButton|Tabs)\b|role="tablist"/g
const COMPONENT = /^packages\/widgets\/src\/((?!ui\/)(?:[\w-]+\/)+\w+)\.tsx$/
const JOURNEY = 'examples/host-site/e2e/dialogs/walks.ts'
const ROW = /\bof: '([\w-]+(?:\/[\w-]+)+)'/g
const TEST = /^packages\/widgets\/src\/.+\.test\.ts$/
const LOOK = /\bexpectKeysInside\([^\n]*, '([\w-]+(?:\/[\w-]+)+)'\)/g

/**
 * Whether each place that shows a dialog or a list of tabs is tested with the keyboard: the journey of the dialogs has a row
 * for its component, or a test of the widgets calls `expectKeysInside` with its name.
 */
export function checkDialogs(sources: readonly Source[]): string[] {
  const walked = sources.flatMap(walksIn)
  const dialogs = sources.flatMap(placesIn)
  const lacking = dialogs.flatMap(({ component, places }) => {
    const walks = walked.filter((name) => name === component).length
    return walks < places
      ? [`${component}.tsx has ${places} places that show a dialog or tabs, and ${walks} are tested`]
      : []
  })
  const gone = new Set(walked.filter((name) => !dialogs.some(({ component }) => component === name)))
  return [
    ...lacking,
    ...[...gone].map((name) => `${name} is tested with the keyboard and shows neither a dialog nor tabs`),
  ]
}

function placesIn({ path, text }: Source): { component: string; places: number }[] {
  const [, component] = (isProduct(path) && COMPONENT.exec(path)) || []
  const places = [...text.matchAll(SHOWS)].length
  return component && places > 0 ? [{ component, places }] : []
}

function walksIn({ path, text }: Source): string[] {
  const named = path === JOURNEY ? ROW : TEST.test(path) ? LOOK : undefined
  return named ? [...text.matchAll(named)].map(([, component = '']) => component) : []
}
