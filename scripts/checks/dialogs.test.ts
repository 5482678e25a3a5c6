import { describe, expect, it } from 'vitest'
import { checkDialogs } from './dialogs.ts'
import { readSources } from './sources.ts'

const sourcesOf = (files: Record<string, string>) =>
  checkDialogs(Object.entries(files).map(([path, text]) => ({ path, text })))
const journey = 'examples/host-site/e2e/dialogs/walks.ts'

describe('every dialog and every list of tabs is tested with the keyboard', () => {
  it('[EMB-4] in the current project', () => {
    expect(checkDialogs(readSources())).toEqual([])
  })

  it('by a row of the journey or by a test, each place of a component separately', () => {
    const widgets = {
      'packages/widgets/src/cart/CartLine.tsx': '<ConfirmDialog open />',
      'packages/widgets/src/editor/PartTabs.tsx': '<div role="tablist">',
      'packages/widgets/src/editor/useChoice.tsx': '<Dialog /> <Dialog>\n<DialogTitle />',
      'packages/widgets/src/ui/ConfirmDialog.tsx': '<Dialog />',
    }
    expect(sourcesOf(widgets)).toEqual([
      'cart/CartLine.tsx has 1 places that show a dialog or tabs, and 0 are tested',
      'editor/PartTabs.tsx has 1 places that show a dialog or tabs, and 0 are tested',
      'editor/useChoice.tsx has 2 places that show a dialog or tabs, and 0 are tested',
    ])
    const rows = { [journey]: "{ of: 'cart/CartLine', title: '…' }, { of: 'editor/PartTabs', tabs: '…' }" }
    const look = "await expectKeysInside(dialog, 'editor/useChoice')\n"
    expect(sourcesOf({ ...widgets, ...rows, 'packages/widgets/src/editor/picture.test.ts': look })).toEqual([
      'editor/useChoice.tsx has 2 places that show a dialog or tabs, and 1 are tested',
    ])
    expect(sourcesOf({ ...widgets, ...rows, 'packages/widgets/src/editor/picture.test.ts': look + look })).toEqual([])
  })

  it('and no row is left for a removed one', () => {
    expect(sourcesOf({ [journey]: "{ of: 'cart/CartLine' }" })).toEqual([
      'cart/CartLine is tested with the keyboard and shows neither a dialog nor tabs',
    ])
  })
})
