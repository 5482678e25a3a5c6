import { UploadStatus } from '../../uploads/UploadStatus.tsx'
import { BuyScreen } from './BuyScreen.tsx'
import { PreviewScreen } from './PreviewScreen.tsx'
import { TemplatesScreen } from './TemplatesScreen.tsx'
import { YearScreen } from './YearScreen.tsx'

/** The screens that are not visible at first, and the upload status; their code is fetched when the page is idle. */
export const lazyScreens = {
  year: YearScreen,
  templates: TemplatesScreen,
  preview: PreviewScreen,
  buy: BuyScreen,
  uploads: UploadStatus,
}
