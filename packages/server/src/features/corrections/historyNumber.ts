import { CommandError, plain } from '../../platform/command.ts'

/** The only argument, as a number of the history. */
export function historyNumber([text, ...more]: readonly string[]): number {
  if (text === undefined || more.length > 0) throw new CommandError('Name the job and one number of its history', 2)
  return requireHistoryNumber(text)
}

/** A number of the history as it was typed. */
export function requireHistoryNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new CommandError(`"${plain(text)}" is not a number of the history`, 2)
}
