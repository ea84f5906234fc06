/** Draws a parlay as a picture to share, in the colors of the theme. */
import { pluralize } from '../format/number-text.ts'
import { dayAndTime, timeZoneName } from '../format/time-text.ts'

export interface SharedParlay {
  /** Its name, else its games. */
  readonly title: string
  readonly legs: readonly {
    readonly name: string
    readonly market: string
    readonly game?: { readonly title: string }
  }[]
  /** The price with its book, if there is one. */
  readonly price?: string | undefined
  /** True for the best price of the parlay, which is drawn in its color. */
  readonly isBest?: boolean | undefined
  readonly book?: string | undefined
  /** Time of the price, epoch ms. */
  readonly at?: number | undefined
}

/** In CSS pixels; drawn at twice the size, so that it stays sharp when enlarged. */
const width = 480
const margin = 24
const right = width - margin
const headHeight = 64
/** Room that a book's name needs under the price. */
const minPriceWidth = 96
const legHeight = 46
const footHeight = 34
const zoom = 2

/** Returns a PNG; undefined when the page cannot draw. */
export async function drawParlay(parlay: SharedParlay): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const height = margin + headHeight + parlay.legs.length * legHeight + footHeight
  const canvas = new OffscreenCanvas(width * zoom, height * zoom)
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  context.scale(zoom, zoom)
  drawOn(context, parlay, height)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new Uint8Array(await blob.arrayBuffer())
}

function drawOn(context: OffscreenCanvasRenderingContext2D, parlay: SharedParlay, height: number): void {
  const { price = '', book = '', at: pricedAt, title, legs } = parlay
  const color = readColors(parlay.isBest === true)
  const fonts = getComputedStyle(document.body).fontFamily

  const write = (
    text: string,
    x: number,
    y: number,
    look: { font: string; fill: string; align?: CanvasTextAlign; room?: number },
  ): number => {
    context.font = `${look.font} ${fonts}`
    context.fillStyle = look.fill
    context.textAlign = look.align ?? 'left'
    const fit = fitText(context, text, look.room ?? width - 2 * margin)
    context.fillText(fit, x, y)
    return context.measureText(fit).width
  }

  context.fillStyle = color.background
  context.fillRect(0, 0, width, height)
  context.fillStyle = color.accent
  context.fillRect(0, 0, width, 4)
  const priceWidth = write(price, right, margin + 20, { font: '700 24px', fill: color.price, align: 'right' })
  write(book, right, margin + 40, { font: '13px', fill: color.quiet, align: 'right' })
  const titleRoom = width - 2 * margin - (priceWidth === 0 ? 0 : Math.max(priceWidth, minPriceWidth) + margin)
  write(title, margin, margin + 18, { font: '600 17px', fill: color.text, room: titleRoom })
  const count = pluralize(legs.length, 'leg')
  write(count, margin, margin + 40, { font: '13px', fill: color.quiet })
  for (const [at, { name, market }] of legs.entries()) {
    const top = margin + headHeight + at * legHeight
    context.fillStyle = color.line
    context.fillRect(margin, top - 6, width - 2 * margin, 1)
    write(name, margin, top + 14, { font: '500 15px', fill: color.text })
    write(market, margin, top + 32, { font: '12px', fill: color.quiet })
  }
  if (pricedAt !== undefined) {
    const time = `${dayAndTime(pricedAt)} ${timeZoneName(pricedAt)}`
    write(time, margin, height - 12, { font: '11px', fill: color.quiet })
  }
  write('Parlay Desk', right, height - 12, { font: '11px', fill: color.quiet, align: 'right' })
}

/** The text, or as much of its beginning as fits. */
function fitText(context: OffscreenCanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  const letters = [...text]
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** The tokens as colors that a canvas takes. */
function readColors(isBest: boolean) {
  const probe = document.body.appendChild(document.createElement('i'))
  const read = (token: string): string => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const colors = {
    background: read('--bg'),
    text: read('--text'),
    quiet: read('--text-2'),
    line: read('--line'),
    accent: read('--accent'),
    price: read(isBest ? '--best' : '--text'),
  }
  probe.remove()
  return colors
}
