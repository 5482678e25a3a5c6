import base from './theme/base.css?inline'
import buttons from './ui/buttons.css?inline'
import fields from './ui/fields.css?inline'
import frames from './ui/frames.css?inline'
import page from './ui/page.css?inline'

/** The sheet that every root wears. What not every view shows brings its own, by `useStyles` and `useUiStyles`. */
export const baseCss = [base, buttons, fields, frames, page].join('\n')
