/** Mirror of the phones that alerts go to. Read when first shown. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Delivery, PhoneState, PhoneTargetDraft } from '../../../../shared/model/settings/phone.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'

export const usePhoneStore = defineStore('phone', () => {
  const { value: state, failure, start, adopt } = createMirror<PhoneState>(() => bridge().phone)

  const targets = computed(() => state.value?.targets ?? [])
  const deliveriesByFiring = computed(() => {
    const found = new Map<number, Delivery[]>()
    for (const delivery of state.value?.deliveries ?? [])
      for (const id of delivery.firedIds) found.set(id, [...(found.get(id) ?? []), delivery])
    return found
  })
  /** Deliveries of a firing, by its id. */
  const deliveriesOf = (firedId: number): readonly Delivery[] => deliveriesByFiring.value.get(firedId) ?? []

  const add = async (draft: PhoneTargetDraft) => adopt(await bridge().phone.add({ draft }))
  const approve = async (id: string) => adopt(await bridge().phone.approve({ id }))
  const setOn = async (id: string, isOn: boolean) => adopt(await bridge().phone.setOn({ id, isOn }))
  const remove = async (id: string) => adopt(await bridge().phone.remove({ id }))
  const test = (id: string) => bridge().phone.test({ id })

  return { failure, start, targets, deliveriesOf, add, approve, setOn, remove, test }
})
