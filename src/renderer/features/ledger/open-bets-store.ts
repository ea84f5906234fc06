/** Open tickets with the legs of a slip at its book, of any desk, so that no slip is bet twice unknowingly. */
import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { DeskLeg } from '../../../shared/model/parlay/parlay.ts'
import { allTickets, newestFirst, toSearchWords } from '../../../shared/model/ticket/ledger-filter.ts'
import { toGameKey } from '../../../shared/model/ticket/ticket.ts'
import type { LegCounts, TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
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

/** Legs typed by hand, of which only the names are known. */
export interface TypedSlip {
  readonly bookId: string
  readonly names: readonly string[]
}

/** Sentences about the tickets of a slip, newest first, which follow the ledger. */
export function useOpenBets(getSlip: () => Slip | undefined, getNow: () => number) {
  const name = computed(() => toName(getSlip()))
  return useBets(name, () => readBets(getSlip()), getNow)
}

/** As `useOpenBets`, of tickets with the same names of legs, letter case and spaces aside. */
export function useTypedBets(getSlip: () => TypedSlip, getNow: () => number) {
  const name = computed(() => [getSlip().bookId, ...toPlainNames(getSlip().names)].join('\n'))
  return useBets(name, () => readTypedBets(getSlip()), getNow)
}

/** `name` identifies the slip of which `readAll` reads the tickets. */
function useBets(
  name: Readonly<Ref<string>>,
  readAll: () => Promise<readonly TicketLine[] | undefined>,
  getNow: () => number,
) {
  const team = useTeamStore()
  const ledger = useLedgerStore()
  const found = shallowRef<{ readonly of: string; readonly bets: readonly TicketLine[] }>()

  async function read(): Promise<void> {
    const of = name.value
    const bets = await readAll()
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
async function readBets(slip: Slip | undefined): Promise<readonly TicketLine[] | undefined> {
  if (slip === undefined || slip.legs.length === 0) return []
  const { legs, bookId } = slip
  const named = legs.map(({ name, market, game }) => ({ gameKey: toGameKey(game), market, name }))
  const also = [{ kind: 'parlay', label: '', legs: named } as const]
  const filter = { ...allTickets, bookId, result: 'pending', also } as const
  const page = await bridge().ledger.page({ filter, sort: newestFirst, after: null, limit: maxShown })
  return page.ok ? page.value.lines : undefined
}

/** Newest tickets whose legs are compared; more have the words of these legs only where the names say little. */
const maxCompared = 10
const maxSearchText = 100

/** Letter case, spaces and order do not matter. */
const toPlainNames = (names: readonly string[]): string[] =>
  names.map(name => name.toLowerCase().replace(/\s+/g, '')).toSorted()

/** Finds tickets by the words of the legs first, because a line has no names of legs. */
export async function readTypedBets({
  bookId,
  names,
}: TypedSlip): Promise<readonly TicketLine[] | undefined> {
  if (bookId === '' || names.length === 0) return []
  const words = new Set(names.flatMap(toSearchWords))
  const filter = {
    ...allTickets,
    bookId,
    result: 'pending',
    text: joinUpTo(maxSearchText, [...words]),
  } as const
  const page = await bridge().ledger.page({ filter, sort: newestFirst, after: null, limit: maxPage })
  if (!page.ok) return undefined
  const alike = page.value.lines.filter(({ legs }) => countLegs(legs) === names.length).slice(0, maxCompared)
  const details = await Promise.all(alike.map(({ id }) => bridge().ledger.ticket({ ticketId: id })))
  const wanted = toPlainNames(names).join('\n')
  const isSame = (legs: readonly { readonly name: string }[]) =>
    toPlainNames(legs.map(({ name }) => name)).join('\n') === wanted
  return details
    .flatMap(detail => (detail.ok && isSame(detail.value.legs) ? [detail.value.line] : []))
    .slice(0, maxShown)
}

const maxPage = 50
const countLegs = (legs: LegCounts): number => Object.values(legs).reduce((sum, count) => sum + count, 0)

/** Drops whole words at the end. */
function joinUpTo(length: number, words: readonly string[]): string {
  const text = words.join(' ')
  return text.length <= length ? text : text.slice(0, text.lastIndexOf(' ', length))
}
