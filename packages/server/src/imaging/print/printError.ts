/** A scene that cannot be printed; the message says what is missing. */
export class PrintError extends Error {
  override name = 'PrintError'
}
