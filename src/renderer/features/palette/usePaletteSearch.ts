/** Finds more than commands by the text typed: a parlay built from it, legs, tickets, accounts, and help. */
import { shallowRef, watch } from 'vue'
import type { SearchGroup } from '../../../shared/model/game/board.ts'
import { shortenLegs } from '../../../shared/model/game/leg-short.ts'
import { splitLegText } from '../../../shared/model/game/leg-text.ts'
import { allTickets, newestFirst, type LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import { exactMoney } from '../../../shared/model/ticket/money-text.ts'
import { ticketResultNames } from '../../../shared/model/ticket/result-names.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { bridge } from '../../bridge.ts'
import type { ListedCommand } from '../../commands/command-store.ts'
import { shortPriceText } from '../../format/price-text.ts'
import { dayText } from '../../format/time-text.ts'
import { findSections } from '../../guide/find-sections.ts'
import { isPageStart, type GuideSection } from '../../guide/guide.ts'
import { loadGuide } from '../../guide/load-guide.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { accountName, useAccountsStore } from '../accounts/accounts-store.ts'
import { useBoardStore } from '../board/board-store.ts'
import { useLedgerStore } from '../ledger/ledger-store.ts'
import { useSettingsStore } from '../settings/settings-store.ts'
import { isNamed, type PaletteGroup } from './find-commands.ts'

const minLetters = 3
/** Characters that the search of legs takes. */
const maxQueryLength = 200
/** Characters that the filter of tickets takes. */
const maxFilterLength = 100
const maxLegs = 8
const maxTickets = 5
const maxAccounts = 5
const maxHelp = 4
const noFilter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }

export function usePaletteSearch(query: () => string) {
  const found = shallowRef<readonly PaletteGroup[]>([])
  const isSearching = shallowRef(false)
  const findBuilt = useBuiltParlay()
  const findLegs = useLegCommands()
  const findTickets = useTicketCommands()
  const findAccounts = useAccountCommands()
  const findHelp = useHelpCommands()

  const { onlyView } = useNavigationStore()
  /** The slip is in the main window only. */
  const isHere = (view: PaletteGroup['view']) => onlyView === undefined || view !== 'desk'

  // An answer to an older text is dropped.
  watch(query, async text => {
    found.value = []
    isSearching.value = text.trim().length >= minLetters
    if (!isSearching.value) return
    const [built, legs, tickets, accounts] = await Promise.all(
      [findBuilt, findLegs, findTickets, findAccounts].map(find => find(text)),
    )
    if (text !== query()) return
    const groups: readonly PaletteGroup[] = [
      { name: 'Build', about: '', view: 'desk', commands: built ?? [] },
      { name: 'Legs found', about: '', view: 'desk', commands: legs ?? [] },
      { name: 'Tickets found', about: '', view: 'ledger', commands: tickets ?? [] },
      { name: 'Accounts found', about: '', view: 'accounts', commands: accounts ?? [] },
      { name: 'Help', about: '', view: undefined, commands: findHelp(text) },
    ]
    found.value = groups.filter(({ commands, view }) => commands.length > 0 && isHere(view))
    isSearching.value = false
  })
  return { found, isSearching }
}

/** A typed parlay such as “Flint o21.5 pts + ml”, which Enter puts on the slip if every part names one leg. */
function useBuiltParlay() {
  const board = useBoardStore()
  const { choose, search } = useSlipSearch()
  return async (text: string): Promise<ListedCommand[]> => {
    if (splitLegText(text).length < 2) return []
    const typed = text.slice(0, maxQueryLength)
    const outcome = await bridge().board.findNamedLegs({
      text: typed,
      gameId: null,
      slipGameId: board.lastGameId,
    })
    const { game = null, games = [], parts = [] } = outcome.ok ? outcome.value : {}
    const lines = parts.flatMap(({ leg }) => leg ?? [])
    if (game !== null && lines.length === parts.length) {
      const legs = lines.map(line => ({ line, game }))
      return [{ title: `Build: ${shortenLegs(lines)}`, note: game.title, run: () => choose(legs) }]
    }
    if (games.length === 0 && parts.every(({ leg, choices }) => leg === null && choices.length === 0))
      return []
    const note = games.length > 0 ? 'Choose the game' : 'Choose the legs'
    return [{ title: `Build: ${typed}`, note, run: () => search(typed) }]
  }
}

/** Opens the search of legs. */
function useSlipSearch() {
  const board = useBoardStore()
  const navigation = useNavigationStore()
  return {
    choose: async (legs: Parameters<typeof board.chooseMore>[0]): Promise<void> => {
      navigation.searchLegs()
      await board.chooseMore(legs)
    },
    /** The search lets the user choose the game or leg. */
    search: async (text: string): Promise<void> => {
      navigation.searchLegs()
      await board.searchFor(text)
    },
  }
}

/** Legs of the board, those of live games first. */
function useLegCommands() {
  const { choose } = useSlipSearch()
  const noteOf = ({ game, isFinal }: SearchGroup) => {
    const phase = isFinal ? ' · Final' : game.isLive ? ' · Live' : ''
    return `${game.title}${phase}`
  }
  const isOnNow = ({ game, isFinal }: SearchGroup) => game.isLive && !isFinal
  const toCommands = (group: SearchGroup): ListedCommand[] =>
    group.selections.map(line => ({
      title: `${line.name} · ${line.market}`,
      words: shortenLegs([line]),
      note: noteOf(group),
      run: () => choose([{ line, game: group.game }]),
    }))
  return async (text: string): Promise<ListedCommand[]> => {
    const outcome = await bridge().board.search({
      query: text.slice(0, maxQueryLength),
      limit: maxLegs,
      filter: noFilter,
    })
    if (!outcome.ok) return []
    const groups = outcome.value.groups.toSorted((a, b) => Number(isOnNow(b)) - Number(isOnNow(a)))
    return groups.flatMap(toCommands).slice(0, maxLegs)
  }
}

/**
 * Tickets whose legs, book or tags match the text: first open ones, of games that have started before others, then the
 * newest. Running the command shows them in the ledger. Misspelled words are corrected when the text finds none.
 */
function useTicketCommands() {
  const navigation = useNavigationStore()
  const settings = useSettingsStore()

  /** Tickets of the same legs, book and day differ by price and result. */
  function describe({ book, price, result, day }: TicketLine): string {
    const bet = `${book.name} · ${shortPriceText(price, settings.priceFormat)} · ${ticketResultNames[result]}`
    return result === 'pending' ? bet : `${bet} · ${dayText(day)}`
  }

  async function read(filter: LedgerFilter): Promise<readonly TicketLine[]> {
    const outcome = await bridge().ledger.page({ filter, sort: newestFirst, after: null, limit: maxTickets })
    return outcome.ok ? outcome.value.lines : []
  }
  async function find(text: string): Promise<ListedCommand[]> {
    const filter = { ...allTickets, text }
    const [open, newest] = await Promise.all([read({ ...filter, result: 'pending' }), read(filter)])
    const now = Date.now()
    const waits = ({ startsAt }: TicketLine) => Number(startsAt === null || startsAt > now)
    const settled = newest.filter(({ id }) => open.every(ticket => ticket.id !== id))
    return [...open.toSorted((a, b) => waits(a) - waits(b)), ...settled].slice(0, maxTickets).map(ticket => ({
      title: ticket.title,
      note: describe(ticket),
      run: () => navigation.showTickets({ text }),
    }))
  }

  return async (typed: string): Promise<ListedCommand[]> => {
    const text = typed.slice(0, maxFilterLength)
    const found = await find(text)
    if (found.length > 0) return found
    const spelling = await bridge().ledger.findSpelling({ text })
    return spelling.ok && spelling.value.text !== null ? find(spelling.value.text) : []
  }
}

/** Accounts by book or holder, with their balances. */
function useAccountCommands() {
  const accounts = useAccountsStore()
  const ledger = useLedgerStore()
  return async (text: string): Promise<ListedCommand[]> => {
    if (!ledger.isOpen) return []
    const lines = await accounts.list()
    return lines
      .filter(line => isNamed(text, `${accountName(line)} account balance`))
      .slice(0, maxAccounts)
      .map(line => ({
        title: accountName(line),
        note: `Balance ${exactMoney(line.balanceMinor, line.currency)}`,
        run: () => accounts.select(line.accountId),
      }))
  }
}

/** Sections of the guide that match the text. The guide loads while the palette opens. */
function useHelpCommands() {
  const navigation = useNavigationStore()
  const sections = shallowRef<readonly GuideSection[]>([])
  void loadGuide().then(loaded => (sections.value = loaded))
  const findPage = (id: string) => sections.value.find(section => section.id === id)
  return (text: string): ListedCommand[] =>
    findSections(sections.value, text)
      .slice(0, maxHelp)
      .map(section => ({
        title: section.title,
        note: isPageStart(section) ? undefined : findPage(section.page)?.title,
        run: () => navigation.openDialog({ kind: 'help', section: section.id }),
      }))
}
