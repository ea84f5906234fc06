/** Mirror of the team's instructions and statements, of who is at which parlay, and of what this desk says about itself. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { InstructionDraft, ReplyDraft, TeamWork } from '../../../shared/model/team/instruction.ts'
import type { OwnPresence, Presence } from '../../../shared/model/team/presence.ts'
import { bridge } from '../../bridge.ts'
import { ageText } from '../../format/time-text.ts'
import { createMirror } from '../../mirror.ts'
import { useSettingsStore } from '../settings/settings-store.ts'
import { useTeamStore } from './team-store.ts'

interface Place {
  readonly parlayId: number
  readonly bookId: string | null
}

/** Another desk at a parlay, in words. */
export interface PresenceText {
  readonly text: string
  readonly isPlacing: boolean
}

export const useTeamWorkStore = defineStore('team work', () => {
  const team = useTeamStore()
  const settings = useSettingsStore()
  const {
    value: work,
    failure,
    start: startMirror,
    adopt,
  } = createMirror<TeamWork>(() => ({
    snapshot: () => bridge().team.work(),
    changed: listener => bridge().team.workChanged(listener),
  }))
  const others = shallowRef<readonly Presence[]>([])
  let isSubscribed = false
  async function start(): Promise<void> {
    if (!isSubscribed) bridge().team.presence(list => (others.value = list))
    isSubscribed = true
    await startMirror()
  }

  /** Describes the other desks at a parlay. Without `now` the texts have no age. */
  function textsOf(parlayId: number, now?: number): readonly PresenceText[] {
    return others.value
      .filter(each => each.parlayId === parlayId)
      .map(({ member, doing, bookId, sinceAt }) => {
        const isPlacing = doing === 'placing'
        const at = bookId === null ? '' : ` at ${settings.getBookName(bookId)}`
        const says = isPlacing ? `is placing this${at}` : 'is looking at this'
        const age = now === undefined || !isPlacing ? '' : `, ${ageText(now - sinceAt)}`
        return { text: `${team.nameOf(member)} ${says}${age}`, isPlacing }
      })
  }

  const lookingAt = shallowRef<Place>()
  const placing = shallowRef<readonly Place[]>([])
  const look = (place: Place | undefined) => void (lookingAt.value = place)
  /** Says that this desk places a parlay, until the returned function runs. */
  function place(at: Place): () => void {
    placing.value = [...placing.value, at]
    return () => (placing.value = placing.value.filter(each => each !== at))
  }
  function toOwn(): OwnPresence | undefined {
    if (!team.isOn || team.state.shared !== 'all') return undefined
    const placed = placing.value.at(-1)
    const { parlayId = null, bookId = null } = placed ?? lookingAt.value ?? {}
    return { parlayId, bookId, doing: placed === undefined ? 'looking' : 'placing' }
  }
  watch(
    () => JSON.stringify(toOwn()),
    () => {
      const own = toOwn()
      if (own !== undefined) void bridge().team.present(own)
    },
  )

  const instruct = async (draft: InstructionDraft) => adopt(await bridge().team.instruct(draft))
  const reply = async (uid: string, part: number, draft: ReplyDraft) =>
    adopt(await bridge().team.reply({ uid, part, reply: draft }))

  const sendStatements = async () => adopt(await bridge().team.sendStatements())

  return { work, failure, start, textsOf, look, place, instruct, reply, sendStatements }
})
