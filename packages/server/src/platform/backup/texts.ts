import type { DamagedBlob } from './stageSnapshot.ts'

export function damageText({ key, damage, file }: DamagedBlob): string {
  return `${key} is ${damage} in the backup: ${file}`
}

/** A size as people read it. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
