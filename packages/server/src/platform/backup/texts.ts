import type { DamagedBlob } from './stageSnapshot.ts'

export function damageText({ key, damage, file }: DamagedBlob): string {
  return `${key} is ${damage} in the backup: ${file}`
}
