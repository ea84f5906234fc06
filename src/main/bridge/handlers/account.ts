import type { Handlers } from '../../../shared/contract.ts'
import type { Account } from '../../account/account.ts'

/** Profiles and the key. Every change answers the whole state; the key never comes back. */
export function createAccountHandlers(account: Account): Handlers['account'] {
  const state = () => account.state()
  return {
    snapshot: state,
    saveProfile({ id, draft }) {
      account.save(id, draft)
      return state()
    },
    async removeProfile({ id }) {
      await account.remove(id)
      return state()
    },
    useProfile({ id }) {
      account.use(id)
      return state()
    },
    async setKey({ key }) {
      await account.setKey(key)
      return state()
    },
    async removeKey() {
      await account.removeKey()
      return state()
    },
  }
}
