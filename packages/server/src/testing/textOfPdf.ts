import { extractText } from 'unpdf'

/** The text of a PDF, page by page, in the lines in which it is printed. */
export async function textOfPdf(pdf: Uint8Array): Promise<string> {
  return (await extractText(new Uint8Array(pdf))).text.join('\n')
}
