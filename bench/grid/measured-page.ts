/** Measurements inside the page, the same for both grids. */
import type {} from '../../src/renderer/env.d.ts'
import { createFeed, type Feed } from './feed.ts'
import type { Row } from '../../src/shared/model/parlay/desk.ts'

export interface Grid {
  readonly apply: (rows: readonly Row[]) => void
  /** The clock by which ages are shown, once a second. */
  readonly age: (now: number) => void
}

export interface Stretch {
  /** Milliseconds between frames. */
  readonly frames: readonly number[]
  /** Tasks of over 50 ms each. */
  readonly longTasks: number
}

export interface Bench {
  /** From nothing to all cells of the view painted, in milliseconds. */
  readonly render: () => Promise<number>
  /** Parlay and book of each price drawn, with its accessible name and its words. */
  readonly read: () => [string, string][]
  /** Lets prices change for a time; before `render`, with nothing to show them. */
  readonly run: (ms: number) => Promise<Stretch>
}

declare global {
  interface Window {
    bench: Bench
  }
}

/** Time at which both grids are drawn first, so that they show the same ages. */
export const startedAt = Date.UTC(2026, 10, 20, 20)
const changesPerMs = 2
/** Cells that either grid shows at least. */
const minCellsInView = 200
const maxRenderMs = 20_000

/** Waits for the paint of the current frame: a message sent in a frame arrives once that is laid out and painted. */
const painted = () =>
  new Promise<unknown>(done => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = done
    port2.postMessage(null)
  })
const frame = () => new Promise<number>(done => requestAnimationFrame(done))

/** Makes `window.bench` of a grid that `mount` puts into the page. */
export function measure(mount: (feed: Feed, host: HTMLElement) => Grid): void {
  const feed = createFeed(7, startedAt)
  let grid: Grid | undefined
  let zeroMs = 0
  const now = () => startedAt + performance.now() - zeroMs

  async function render(): Promise<number> {
    const host = document.querySelector('main') ?? document.body
    await frame()
    zeroMs = performance.now()
    grid = mount(feed, host)
    do {
      await frame()
      if (performance.now() - zeroMs > maxRenderMs) throw new Error('The grid draws no cells.')
    } while (filledCells(host) < minCellsInView)
    await painted()
    return performance.now() - zeroMs
  }

  async function run(ms: number): Promise<Stretch> {
    const longTasks = countLongTasks()
    const frames: number[] = []
    const endsAt = performance.now() + ms
    let [last, agedAt, due] = [await frame(), 0, 0]
    while (last < endsAt) {
      const at = await frame()
      frames.push(at - last)
      due += (at - last) * changesPerMs
      if (at - agedAt >= 1000) grid?.age(now())
      if (at - agedAt >= 1000) agedAt = at
      grid?.apply(feed.change(Math.floor(due), now()))
      due %= 1
      last = at
    }
    return { frames, longTasks: longTasks() }
  }

  window.bench = { render, read, run }
}

function read(): [string, string][] {
  return [...document.querySelectorAll('[role=gridcell]')].flatMap(cell => {
    const parlay = cell.closest('[role=row]')
    const id = parlay?.getAttribute('data-parlay') ?? parlay?.getAttribute('row-id') ?? ''
    const book = cell.getAttribute('data-book') ?? cell.getAttribute('col-id') ?? ''
    const words = cell.textContent.replaceAll(/\s/g, '')
    return book.startsWith('book_') ? [[`${id} ${book}`, `${cell.ariaLabel ?? ''}: ${words}`]] : []
  })
}

const filledCells = (host: HTMLElement) =>
  [...host.querySelectorAll('[role=gridcell]')].filter(cell => cell.textContent.trim() !== '').length

function countLongTasks(): () => number {
  let count = 0
  const observer = new PerformanceObserver(list => (count += list.getEntries().length))
  observer.observe({ entryTypes: ['longtask'] })
  return () => {
    count += observer.takeRecords().length
    observer.disconnect()
    return count
  }
}
