/** Mirror of the alerts and their matches; plays the sound of one that fires. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import type { AlertDraft, AlertState, FiredAlert } from '../../../../shared/model/parlay/alert.ts'
import { bridge } from '../../../bridge.ts'
import { createDrafts } from '../../../drafts.ts'
import { createMirror } from '../../../mirror.ts'
import { useSoundStore } from '../../../sound-store.ts'
import type { AlertForm } from './alert-form.ts'

/** Content of the dialog: all alerts, or one to write. */
export type AlertsOpen =
  { readonly kind: 'list' } | { readonly kind: 'form'; readonly id: number | null; readonly form: AlertForm }

/** Maximum age of a firing that makes a sound. */
const soundsForMs = 10_000

export const useAlertsStore = defineStore('alerts', () => {
  const { value: state, failure, start, adopt } = createMirror<AlertState>(() => bridge().alerts)
  /** Undefined while the dialog is closed. */
  const open = shallowRef<AlertsOpen>()
  /** Alerts edited and not saved. */
  const drafts = createDrafts<AlertForm>('alerts')
  const sounds = useSoundStore()
  let heardId = 0

  const alerts = computed(() => state.value?.alerts ?? [])
  const fired = computed(() => state.value?.fired ?? [])
  const unread = computed(() => fired.value.filter(({ isRead }) => !isRead).length)

  // A firing from before the window was open is listed, but makes no sound.
  watch(fired, now => {
    const isNew = ({ id, at }: FiredAlert) => id > heardId && Date.now() - at < soundsForMs
    const firedNow = new Set(now.filter(isNew).map(({ alertId }) => alertId))
    heardId = Math.max(heardId, ...now.map(({ id }) => id))
    if (alerts.value.some(({ id, hasSound }) => hasSound && firedNow.has(id))) sounds.play('alert')
  })

  type Changed = Promise<Outcome<AlertState>>
  const save = async (id: number | null, draft: AlertDraft): Changed =>
    adopt(await bridge().alerts.save({ id, draft }))
  const remove = async (id: number): Changed => adopt(await bridge().alerts.remove({ id }))
  const restore = async (id: number): Changed => adopt(await bridge().alerts.restore({ id }))
  const markRead = async (): Changed => adopt(await bridge().alerts.markRead())

  return { failure, open, drafts, alerts, fired, unread, start, save, remove, restore, markRead }
})
