/** Mirror of the updates of the program. Read when first shown. */
import { defineStore } from 'pinia'
import type { UpdateState } from '../../../../shared/model/settings/updates.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'

export const useUpdateStore = defineStore('updates', () => {
  const { value: state, failure, start, adopt } = createMirror<UpdateState>(() => bridge().updates)

  const setOn = async (isOn: boolean) => adopt(await bridge().updates.setOn({ isOn }))
  const check = async () => adopt(await bridge().updates.check())
  const download = async () => adopt(await bridge().updates.download())
  const cancel = async () => adopt(await bridge().updates.cancel())
  const install = async () => adopt(await bridge().updates.install())
  const openPage = () => bridge().updates.openPage()

  return { state, failure, start, setOn, check, download, cancel, install, openPage }
})
