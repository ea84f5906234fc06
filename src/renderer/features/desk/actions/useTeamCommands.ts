/** Commands on the selected parlay that only a desk of a team has, and only where its role may run them. */
import { rowTitle } from '../../../../shared/model/game/leg-short.ts'
import { watch } from 'vue'
import { mayWrite } from '../../../../shared/model/team/roles.ts'
import { type CommandHandler, useCommandStore } from '../../../commands/command-store.ts'
import { type ParlayToShare, useNavigationStore } from '../../../navigation-store.ts'
import { useTeamStore } from '../../team/team-store.ts'
import { useSelection } from '../context/useSelection.ts'
import { useNeeds } from './useNeeds.ts'

export function useTeamCommands(): void {
  const team = useTeamStore()
  const commands = useCommandStore()
  const { openDialog } = useNavigationStore()
  const { selected, row } = useSelection()
  const { noRow } = useNeeds()

  const onParlay = (run: (parlay: ParlayToShare) => void): CommandHandler => ({
    run: () => row.value && run({ parlayId: row.value.id, title: rowTitle(row.value) }),
    blocked: () => (row.value === undefined ? noRow() : undefined),
  })
  const give = onParlay(parlay => {
    const books = selected.value === undefined ? [] : [selected.value.bookId]
    openDialog({ kind: 'instruct', parlay: { ...parlay, books } })
  })
  const share = onParlay(parlay => openDialog({ kind: 'share', parlay }))

  const canGive = () => team.team !== undefined && mayWrite(team.team.role, 'instruction')
  const canShare = () => canGive() && team.state.shared === 'all'
  watch(
    [canGive, canShare],
    ([isGiver, isSharer], _, onCleanup) => {
      if (isGiver) onCleanup(commands.handle({ 'row.give': give }))
      if (isSharer) onCleanup(commands.handle({ 'row.share': share }))
    },
    { immediate: true },
  )
}
