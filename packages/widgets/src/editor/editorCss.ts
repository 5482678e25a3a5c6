import frameCss from './Editor.css?inline'
import toolsCss from './frame/Tools.css?inline'
import inboxCss from './inbox/Inbox.css?inline'
import canvasCss from './stage/Canvas.css?inline'
import cropCss from './stage/Crop.css?inline'
import marksCss from './stage/Marks.css?inline'
import textCss from './text/Text.css?inline'

/** The editor's rooms as one sheet. A later one may say otherwise than an earlier one. */
export const editorCss = frameCss + canvasCss + cropCss + marksCss + toolsCss + inboxCss + textCss
