import base from './theme/base.css?inline'
import waiting from './theme/waiting.css?inline'
import buttons from './ui/controls/Button.css?inline'
import fields from './ui/controls/Field.css?inline'
import page from './ui/page/Page.css?inline'
import frames from './ui/pictures/pictures.css?inline'

/** The style sheet of every root. Styles that only some views need are added with `useStyles` and `useUiStyles`. */
export const baseCss = [base, buttons, fields, frames, page, waiting].join('\n')
