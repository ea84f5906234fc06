/** Wiring of the interface for scripts; loaded when it is on, has tokens, or is first used. */
import type { Announce, Handlers } from '../../shared/contract.ts'
import type { Cell, CellAddress } from '../../shared/model/price/cell.ts'
import type { NewPrice } from '../../shared/model/price/book-answer.ts'
import { findPrice } from '../../shared/model/price/quote.ts'
import type { StoredPart } from '../account/stored-part.ts'
import { Coalescer } from '../async/coalescer.ts'
import { LocalApi } from '../local-api/local-api.ts'
import type { BaseServices } from './desk-services.ts'

type Quoted = CellAddress & Pick<Cell, 'quote'>

/** The desk, as far as its new prices are concerned. */
interface QuotingDesk {
  on(event: 'quoted', listener: (quoted: Quoted) => void): unknown
}

export interface ScriptBase extends Pick<BaseServices, 'database' | 'log'> {
  readonly announce: Announce
  readonly isScriptsOn: Pick<StoredPart<'isScriptsOn'>, 'read' | 'write'>
  readonly desk: QuotingDesk
  readonly handlers: () => Handlers
}

export function openScripts({ isScriptsOn, announce, desk, ...base }: ScriptBase): LocalApi {
  const api = new LocalApi({
    ...base,
    isOn: () => isScriptsOn.read(),
    setOn: isOn => isScriptsOn.write(isOn),
    onChanged: state => announce('automation', 'changed', state),
  })
  followPrices(desk, api)
  return api
}

/** Time in which new prices are one event. */
const oneEventMs = 16

/** Every quote reaches the scripts that follow prices, in order. */
function followPrices(desk: QuotingDesk, api: LocalApi): void {
  let prices: NewPrice[] = []
  const push = new Coalescer(() => {
    api.announce('scripts', 'priced', { prices })
    prices = []
  }, oneEventMs)
  desk.on('quoted', ({ parlayId, bookId, quote }) => {
    if (quote === null || !api.follows('scripts.priced')) return
    const { id: quoteId, at, outcome } = quote
    const price = findPrice(quote) ?? null
    prices.push({ parlayId, bookId, quoteId, at, status: outcome.kind, price })
    push.request()
  })
}
