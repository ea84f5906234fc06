/** Mirror of the service profiles and the key's status. The key itself passes through once, to be stored. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import type { AccountState, Profile, ProfileDraft } from '../../../shared/model/settings/profile.ts'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'

export const useAccountStore = defineStore('account', () => {
  const { value: state, failure, start, adopt } = createMirror<AccountState>(() => bridge().account)
  const dismissed = shallowRef<ReadonlySet<string>>(new Set())

  const isDemo = computed(() => state.value?.isDemo ?? false)

  /** Hides a message of the banner until the program restarts. */
  function dismiss(message: string): void {
    dismissed.value = new Set([...dismissed.value, message])
  }

  /** Shows a message again that was dismissed: its cause has come back. */
  function showAgain(message: string): void {
    dismissed.value = new Set([...dismissed.value].filter(each => each !== message))
  }

  type Changed = Promise<Outcome<AccountState>>
  const saveProfile = async (id: Profile['id'] | null, draft: ProfileDraft): Changed =>
    adopt(await bridge().account.saveProfile({ id, draft }))
  const removeProfile = async (id: Profile['id']): Changed =>
    adopt(await bridge().account.removeProfile({ id }))
  const switchProfile = async (id: Profile['id']): Changed => adopt(await bridge().account.useProfile({ id }))
  const answerFileChange = async (apply: boolean): Changed =>
    adopt(await bridge().account.answerFileChange({ apply }))
  const setKey = async (key: string): Changed => adopt(await bridge().account.setKey({ key }))
  const removeKey = async (): Changed => adopt(await bridge().account.removeKey())

  return {
    state,
    failure,
    isDemo,
    dismissed,
    start,
    dismiss,
    showAgain,
    saveProfile,
    removeProfile,
    switchProfile,
    answerFileChange,
    setKey,
    removeKey,
  }
})
