/** A scene that cannot be printed, or nowhere to print it; the message says what is missing. */
export class PrintError extends Error {
  override name = 'PrintError'
}
