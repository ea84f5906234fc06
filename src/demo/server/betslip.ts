/**
 * GET http://{book}.localhost/betslip?s=: the page a deep link leads to. It shows the legs and the price that the book
 * read from it.
 */
import { createHash } from 'node:crypto'
import type { Answer } from './answer.ts'
import { priceParlay, type ParlayOutcome } from './pricing.ts'
import type { BookCall, DemoContext } from './route.ts'
import { findLeg, type Leg } from '../books/leg.ts'
import { decodeSlip } from '../books/deep-link.ts'
import { priceText } from '../price-text.ts'

const pageStyle = `
:root { color-scheme: dark; font: 15px/1.5 system-ui, sans-serif; background: #0f1318; color: #e7ebf0 }
body { margin: 0; display: grid; place-items: center; min-height: 100vh }
main { width: min(26rem, 92vw); background: #171d25; border: 1px solid #2a323d; border-radius: 12px; overflow: hidden }
header { display: flex; justify-content: space-between; align-items: center; padding: 1rem 1.25rem; background: #1f2731 }
h1 { font-size: 1.05rem; margin: 0 }
mark { background: #4b3b12; color: #ffd57a; border-radius: 4px; padding: 0 .45rem; font-size: .75rem; letter-spacing: .08em }
ol { list-style: none; margin: 0; padding: 0 1.25rem }
li { padding: .75rem 0; border-bottom: 1px solid #2a323d }
li strong { display: block; font-weight: 600 }
li span { color: #93a1b1; font-size: .85rem }
footer { display: flex; justify-content: space-between; align-items: baseline; padding: 1rem 1.25rem }
footer b { font-size: 1.5rem; font-variant-numeric: tabular-nums; color: #7fd6a2 }
`
const styleHash = createHash('sha256').update(pageStyle).digest('base64')
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

export function answerBetslip(call: BookCall, context: DemoContext): Answer {
  const tokens = decodeSlip(call.query.get('s') ?? '')
  const legs = tokens.map(token => findLeg(context.world, 'sgp', token)).filter(leg => leg !== null)
  const outcome = priceParlay(call.book, tokens, context)
  return { status: 200, headers: headers, body: page(call.book.name, legs, outcome) }
}

function page(book: string, legs: readonly Leg[], outcome: ParlayOutcome): string {
  const price = outcome.kind === 'price' ? priceText(outcome.american, 'american') : outcome.message
  const count = `${legs.length} ${legs.length === 1 ? 'leg' : 'legs'}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(book)} betslip</title>
<style>${pageStyle}</style>
<main data-book="${escaped(book)}" data-price="${escaped(price)}">
<header><h1>${escaped(book)}</h1><mark>DEMO</mark></header>
<ol>
${legs.map(legItem).join('\n')}
</ol>
<footer><span>${count}</span><b>${escaped(price)}</b></footer>
</main>
</html>
`
}

function legItem({ game, selection }: Leg): string {
  const where = `${selection.market} · ${game.away.name} at ${game.home.name}`
  const name = escaped(selection.name)
  return `<li data-leg="${name}" data-market="${escaped(selection.market)}" data-game="${escaped(game.id)}"><strong>${name}</strong><span>${escaped(where)}</span></li>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
