import { designId } from '../template/designId.ts'

/** The uuid under which a customer's unfinished package is saved: derived, so that any device finds it again. */
export function savedPackageId(parts: { customer: string; package: string; subject: string | null }): Promise<string> {
  const { customer, package: uuid, subject } = parts
  return designId({ customer, product: uuid, template: uuid, subject })
}
