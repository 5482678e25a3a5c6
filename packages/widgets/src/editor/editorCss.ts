import frameCss from './Editor.css?inline'
import toolsCss from './frame/Tools.css?inline'
import inboxCss from './inbox/Inbox.css?inline'
import canvasCss from './stage/Canvas.css?inline'
import cropCss from './stage/Crop.css?inline'
import marksCss from './stage/Marks.css?inline'
import textCss from './text/Text.css?inline'

/** The editor's style sheets as one. Later ones override earlier ones. */
export const editorCss = frameCss + canvasCss + cropCss + marksCss + toolsCss + inboxCss + textCss
