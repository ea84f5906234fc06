/**
 * Mirror of the team's instructions, shared parlays and statements, of who is at which parlay, and of what this desk says
 * about itself.
 */
import { useWindowFocus } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type {
  Audience,
  InstructionDraft,
  ReplyDraft,
  SharedParlay,
  TeamWork,
} from '../../../shared/model/team/instruction.ts'
import type { OwnPresence, Presence } from '../../../shared/model/team/presence.ts'
import { bridge } from '../../bridge.ts'
import { ageText } from '../../format/time-text.ts'
import { createMirror } from '../../mirror.ts'
import { recall, remember } from '../../session-memory.ts'
import { useSettingsStore } from '../settings/settings-store.ts'
import { useTeamStore } from './team-store.ts'

interface Place {
  readonly parlayId: number
  readonly bookId: string | null
}

/** Another desk at a parlay, in words. */
export interface PresenceText {
  /** Stays the same while the text counts its age. */
  readonly member: string
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
        return { member, text: `${team.nameOf(member)} ${says}${age}`, isPlacing }
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
  // Only the window used last reports this desk, and one at no parlay doesn’t clear what another window reported.
  const isFocused = useWindowFocus()
  let hasSpoken = false
  watch([() => JSON.stringify(toOwn()), isFocused], ([text], [before]) => {
    const own = toOwn()
    if (own === undefined) return
    const isAtParlay = own.parlayId !== null
    if (isAtParlay ? text === before && !isFocused.value : text === before || !hasSpoken) return
    hasSpoken = isAtParlay
    void bridge().team.present(own)
  })

  const instruct = async (draft: InstructionDraft) => adopt(await bridge().team.instruct(draft))
  const reply = async (uid: string, part: number, draft: ReplyDraft) =>
    adopt(await bridge().team.reply({ uid, part, reply: draft }))

  const sendStatements = async () => adopt(await bridge().team.sendStatements())

  const sharing = createSharing(() => work.value?.parlays ?? [])
  const share = async (parlayId: number, audience: Audience) =>
    adopt(await bridge().team.share({ parlayId, audience }))

  return { work, failure, start, textsOf, look, place, instruct, reply, sendStatements, share, ...sharing }
})

const hiddenName = 'hidden shared parlays'
const nameOf = ({ by, uid }: SharedParlay): string => `${by} ${uid}`

/** Parlays that this desk shares, and those that the others do. */
function createSharing(parlays: () => readonly SharedParlay[]) {
  const team = useTeamStore()
  const isOwn = ({ by }: SharedParlay): boolean => by === team.team?.member
  /** Shared by this desk, by row. */
  const audiences = computed(
    () => new Map(parlays().flatMap(each => (isOwn(each) ? [[each.parlayId, each.audience] as const] : []))),
  )
  const audienceOf = (parlayId: number): Audience | undefined => audiences.value.get(parlayId)
  /** `Shared with Desk 2`; empty for a parlay that this desk does not share. */
  function sharedText(parlayId: number): string {
    const audience = audienceOf(parlayId)
    if (audience === undefined || audience.kind === 'none') return ''
    const desks = audience.kind === 'all' ? 'all desks' : audience.members.map(team.nameOf).join(', ')
    return `Shared with ${desks}`
  }

  /** Until the window closes; the other desks see it as before. */
  const hidden = shallowRef<readonly string[]>(recall(hiddenName, []))
  /** Shared by other desks, without the hidden ones. */
  const sharedByOthers = computed(() =>
    parlays().filter(each => !isOwn(each) && !hidden.value.includes(nameOf(each))),
  )
  function hide(parlay: SharedParlay): void {
    hidden.value = [...hidden.value, nameOf(parlay)]
    remember(hiddenName, hidden.value)
  }
  return { audienceOf, sharedText, sharedByOthers, hide }
}
