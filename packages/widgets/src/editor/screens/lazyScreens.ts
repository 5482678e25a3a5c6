import { UploadStatus } from '../../uploads/UploadStatus.tsx'
import { BuyScreen } from './BuyScreen.tsx'
import { PreviewScreen } from './PreviewScreen.tsx'
import { TemplatesScreen } from './TemplatesScreen.tsx'
import { YearScreen } from './YearScreen.tsx'

/** The screens that nobody sees at first, and what tells of uploads; their code comes when the page has nothing to do. */
export const lazyScreens = {
  year: YearScreen,
  templates: TemplatesScreen,
  preview: PreviewScreen,
  buy: BuyScreen,
  uploads: UploadStatus,
}
