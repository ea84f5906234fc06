/** Mirror of the service profiles and the key's status. The key itself passes through once, to be stored. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
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

  /** Shows a dismissed message again, because its cause has returned. */
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
  const { keyTest, testKey, forgetKeyTest } = useKeyTest()

  /** Stores the key, and tests it with one call. */
  async function setKey(key: string): Changed {
    const outcome = adopt(await bridge().account.setKey({ key }))
    if (outcome.ok) void testKey()
    return outcome
  }
  const readKey = async (): Changed => adopt(await bridge().account.readKey())
  watch(() => state.value?.activeId, forgetKeyTest)

  async function removeKey(): Changed {
    const outcome = adopt(await bridge().account.removeKey())
    if (outcome.ok) forgetKeyTest()
    return outcome
  }

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
    readKey,
    keyTest,
    testKey,
    removeKey,
  }
})

/** Result of testing the key; undefined before a test. */
export type KeyTest =
  | { readonly kind: 'running' }
  | { readonly kind: 'works'; readonly at: number }
  | { readonly kind: 'failed'; readonly failure: Failure }

function useKeyTest() {
  const keyTest = shallowRef<KeyTest>()

  async function testKey(): Promise<void> {
    const running: KeyTest = { kind: 'running' }
    keyTest.value = running
    const outcome = await bridge().account.testKey()
    // The key or the profile has changed meanwhile.
    if (keyTest.value !== running) return
    keyTest.value = outcome.ok
      ? { kind: 'works', at: Date.now() }
      : { kind: 'failed', failure: outcome.failure }
  }
  return { keyTest, testKey, forgetKeyTest: () => (keyTest.value = undefined) }
}
