import { digitalPortraits as contract } from '@portraitkit/core/digital-portraits/contract.ts'
import { bind, type Feature } from '../../platform/feature.ts'
import { downloadPage } from './downloadPage.ts'
import { createDownloadTicket } from './downloads.ts'
import { toggleFile, toggleSet } from './toggleFiles.ts'

/** 001 §2.6: pictures to download, bought like anything else. */
export const digitalPortraits: Feature = {
  name: 'digital-portraits',
  pages: [downloadPage],
  calls: bind(contract, {
    toggleFile: async ({ file, ...request }, call) => toggleFile(file, request, call),
    toggleSet: async ({ pictureSet, ...request }, call) => toggleSet(pictureSet, request, call),
    ticket: createDownloadTicket,
  }),
}
