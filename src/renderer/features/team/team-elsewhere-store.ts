/** Place of the team's tickets while the demo, which shows none of them, is in use. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import { readsOwnOnly } from '../../../shared/model/team/roles.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { useAccountStore } from '../account/account-store.ts'
import { useTeamStore } from './team-store.ts'

export const useTeamElsewhereStore = defineStore('team-elsewhere', () => {
  const account = useAccountStore()
  const team = useTeamStore()
  const navigation = useNavigationStore()
  const profile = computed(() => account.state?.profiles[0])
  const failure = shallowRef<Failure>()

  /** Records that are elsewhere, and the profile that shows them; undefined outside a team, and in a profile of the user's own. */
  const shown = computed(() => {
    if (team.team === undefined || !account.isDemo) return undefined
    const what = readsOwnOnly(team.team.role) ? 'Your statements' : 'The team’s tickets and accounts'
    return { what, profile: profile.value?.name, failure: failure.value }
  })

  /** Switches to that profile, or leads to where one is made. */
  async function go(): Promise<void> {
    if (profile.value === undefined) {
      navigation.showSetting('profiles')
      return
    }
    const outcome = await account.switchProfile(profile.value.id)
    failure.value = outcome.ok ? undefined : outcome.failure
  }

  return { shown, go }
})
