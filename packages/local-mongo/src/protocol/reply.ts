import { encode, type Writable } from '../bson/write.ts'
import type { CommandError } from '../errors.ts'

export type Reply = { readonly [name: string]: Writable | undefined }

/** The fields of an error, next to `ok` or within `writeErrors`. */
export function errorFields(error: CommandError): Reply {
  return { code: error.code, codeName: error.codeName, errmsg: error.message, ...(error.fields as Reply) }
}

/** A command that failed as a whole. */
export function errorReply(error: CommandError): Buffer {
  return encode({ ok: 0, ...errorFields(error) })
}

/** `ok` is a double in MongoDB's replies; drivers take either. */
export function okReply(reply: Reply): Buffer {
  return encode({ ...reply, ok: 1 })
}
