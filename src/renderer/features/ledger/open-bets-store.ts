/** Open tickets with the legs of a slip at its book, of any desk, so that no slip is bet twice unknowingly. */
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { DeskLeg } from '../../../shared/model/parlay/parlay.ts'
import { allTickets, newestFirst } from '../../../shared/model/ticket/ledger-filter.ts'
import { toGameKey } from '../../../shared/model/ticket/ticket.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { createAfterInput } from '../../after-input.ts'
import { bridge } from '../../bridge.ts'
import { moneyText } from '../../format/money.ts'
import { ageText } from '../../format/time-text.ts'
import { useTeamStore } from '../team/team-store.ts'
import { useLedgerStore } from './ledger-store.ts'

interface Slip {
  readonly parlayId: number
  readonly bookId: string
  readonly legs: readonly DeskLeg[]
}

const maxShown = 3

/** Sentences about the tickets of a slip, newest first, which follow the ledger. */
export function useOpenBets(getSlip: () => Slip | undefined, getNow: () => number) {
  const team = useTeamStore()
  const ledger = useLedgerStore()
  const found = shallowRef<{ readonly of: string; readonly bets: readonly TicketLine[] }>()
  const name = computed(() => toName(getSlip()))

  async function read(): Promise<void> {
    const [slip, of] = [getSlip(), name.value]
    const bets = slip === undefined ? [] : await readBets(slip)
    // The user has selected another slip meanwhile.
    if (bets !== undefined && of === name.value) found.value = { of, bets }
  }
  const readSoon = createAfterInput(() => void read())
  watch([name, () => ledger.isOpen], readSoon, { immediate: true })
  onScopeDispose(ledger.subscribe(readSoon))

  function describe({ by, book, stakeMinor, currency, placedAt }: TicketLine): string {
    const who = by === undefined || by.member === team.team?.member ? 'You' : team.nameOf(by.member)
    return `${who} bet this at ${book.name}, ${moneyText(stakeMinor, currency)}, ${ageText(getNow() - placedAt)} ago`
  }
  return computed(() => {
    const bets = found.value?.of === name.value ? found.value.bets : []
    return bets.map(bet => ({ id: bet.id, text: describe(bet) }))
  })
}

const toName = (slip: Slip | undefined): string => (slip ? `${slip.parlayId} ${slip.bookId}` : '')

/** Undefined while the ledger cannot be read. */
async function readBets({ legs, bookId }: Slip): Promise<readonly TicketLine[] | undefined> {
  if (legs.length === 0) return []
  const named = legs.map(({ name, market, game }) => ({ gameKey: toGameKey(game), market, name }))
  const also = [{ kind: 'parlay', label: '', legs: named } as const]
  const filter = { ...allTickets, bookId, result: 'pending', also } as const
  const page = await bridge().ledger.page({ filter, sort: newestFirst, after: null, limit: maxShown })
  return page.ok ? page.value.lines : undefined
}
