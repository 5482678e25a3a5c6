import { afterCodeAdded } from '../account/afterCodeAdded.ts'
import { requestId } from '../requestId.ts'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { parseCode } from './codeEntry.ts'
import { access } from './contract.ts'
import type { Attempts, EntryState } from './entryState.ts'

/** Submits the code: it starts the entry flow of a signed-out visitor, and is added to a customer's account. */
export type CodeStep = {
  submitCode(code: string): Promise<Route | undefined>
  confirmAdd(): Promise<Route | undefined>
  cancelAdd(): void
  closeWarning(): void
  /** ACC-9: in the account area a code is added without confirmation. */
  addToAccount(code: string): Promise<Route | undefined>
}

export function createCodeStep(shop: Shop, state: EntryState, { run }: Attempts): CodeStep {
  async function verify(code: string): Promise<void> {
    const answer = await shop.call(access.verifySubjectCode, { code })
    if (!answer.valid || !answer.data) return refuse(answer.errorMessage)
    if (answer.data.redirect) return location.assign(answer.data.redirect)
    const { flow, subjects } = answer.data
    shop.memory.write({ flow: { token: flow, code, subjects } })
    Object.assign(state, { step: 'email', subjects, email: shop.memory.read().email ?? '' })
  }

  function refuse(message = ''): void {
    Object.assign(state, { errors: { code: message }, isWrongCode: true })
  }

  async function add(code: string): Promise<Route | undefined> {
    const answer = await shop.call(access.addPictureSetByCode, { code, requestId: requestId() })
    if (answer.redirect) {
      location.assign(answer.redirect)
    } else if (answer.warning) {
      state.warning = answer.warning.payload.subject
    } else if (!answer.valid || answer.error) {
      refuse(answer.error)
    } else {
      return afterCodeAdded(shop, answer.subjects ?? [])
    }
    return undefined
  }

  return {
    async submitCode(typed) {
      const code = parseCode(typed)
      state.code = code
      if (shop.session.state.status === 'signed-in') {
        Object.assign(state, { errors: {}, isWrongCode: false, asking: code })
        return undefined
      }
      await run('code', true, () => verify(code))
      return undefined
    },
    async confirmAdd() {
      const code = state.asking
      if (code === null) return undefined
      state.asking = null
      return run('code', true, () => add(code))
    },
    cancelAdd() {
      state.asking = null
    },
    closeWarning() {
      state.warning = null
    },
    async addToAccount(code) {
      const route = await run('code', true, () => add(parseCode(code)))
      return route && { name: 'myaccount.newset', params: {} }
    },
  }
}
