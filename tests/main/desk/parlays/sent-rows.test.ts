import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SentRows } from '../../../../src/main/desk/parlays/sent-rows.ts'
import { DeskUpdate, type Row } from '../../../../src/shared/model/parlay/desk.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { patchRow } from '../../../../src/shared/model/parlay/row-patch.ts'
import type { CellActivity } from '../../../../src/shared/model/price/cell.ts'
import { at, keysOf, settle, startDesk } from '../../../support/desk/scripted-desk.ts'
import { cell, priced, row } from '../../../support/shared/desk-rows.ts'

const withPrice = (american: number) => row(1, [cell('a', { quote: priced(american) }), cell('b')])
const all = { hasPlaces: true }
const send = (sent: SentRows, rows: Row[], order: number[] | null = null) => sent.patch({ rows, order }, all)

describe('SentRows', () => {
  it('sends a row whole at first, then what changed of it', () => {
    const sent = new SentRows()
    const [before, now] = [withPrice(150), withPrice(170)]
    const moved = { ...before, cells: [...now.cells.slice(0, 1), ...before.cells.slice(1)] }
    expect(send(sent, [before])).toEqual([before])
    expect(send(sent, [moved])).toEqual([{ id: 1, cells: now.cells.slice(0, 1), activities: [] }])
    expect(send(sent, [moved])).toEqual([])
  })

  it('sends a row whole again that left the desk and is back', () => {
    const sent = new SentRows()
    send(sent, [withPrice(150)], [1])
    send(sent, [], [])
    expect(send(sent, [withPrice(150)], [1])).toEqual([withPrice(150)])
  })

  it('sends whole rows after it was cleared', () => {
    const sent = new SentRows()
    send(sent, [withPrice(150)])
    sent.clear()
    expect(send(sent, [withPrice(170)])).toEqual([withPrice(170)])
  })

  it('sends a place later that it left out', () => {
    const sent = new SentRows()
    const place = (at: number): CellActivity => ({ kind: 'waiting', place: at, startsAt: null })
    const [before] = [row(1, [cell('a', { activity: place(3) })])]
    const now = { ...before, cells: [cell('a', { activity: place(2) })] }
    send(sent, [before])
    expect(sent.patch({ rows: [now], order: null }, { hasPlaces: false })).toEqual([])
    expect(send(sent, [now])).toEqual([
      { id: 1, cells: [], activities: [{ bookId: 'a', activity: place(2) }] },
    ])
  })
})

describe('Desk updates', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Follows both events: the rows as services get them, and as a window has them. */
  function follow({ desk }: ReturnType<typeof startDesk>) {
    const [rows, inWindow] = [new Map<number, Row>(), new Map<number, Row>()]
    const updates: DeskUpdate[] = []
    desk.on('changed', change => change.rows.forEach(each => rows.set(each.id, each)))
    desk.on('updated', update => {
      updates.push(update)
      for (const each of update.rows) {
        const known = inWindow.get(each.id)
        if ('legs' in each) inWindow.set(each.id, each)
        else if (known !== undefined) inWindow.set(each.id, patchRow(known, each))
      }
    })
    return { rows, inWindow, updates }
  }

  it('give a window the rows of the desk, whatever happens to them', async () => {
    const started = startDesk({ reply: undefined })
    const { desk, asked } = started
    const { rows, inWindow, updates } = follow(started)
    desk.snapshot()
    const steps: (() => unknown)[] = [
      () => desk.add(keysOf('one'), noNote),
      () => desk.add(keysOf('two'), noNote),
      ...[150, 170].map(american => () => asked[0]?.answer(at(american))),
      () => desk.price(null, null),
      () => asked.at(-1)?.answer(at(190)),
      () => desk.annotate([1], { group: 'blue' }),
      () => desk.remove(2),
      () => desk.restore(2),
      () => desk.snapshot(),
      () => desk.price(2, 'a'),
      () => Promise.all(asked.map(({ answer }) => answer(at(210)))),
    ]
    for (const step of steps) {
      await step()
      await settle()
      expect(inWindow).toEqual(rows)
    }
    expect(updates.map(update => DeskUpdate.parse(update))).toEqual(updates)
    expect(updates.some(update => update.rows.some(each => !('legs' in each)))).toBe(true)
  })

  it('begin once a window has read the desk', async () => {
    const started = startDesk()
    const { rows, updates } = follow(started)
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    expect(rows.size).toBe(1)
    expect(updates).toEqual([])
    const { seq } = started.desk.snapshot()
    started.desk.remove(1)
    await settle()
    expect(updates.map(update => [update.seq, update.order])).toEqual([[seq + 1, []]])
  })

  it('have whole rows for a window that starts between two changes', async () => {
    const started = startDesk({ reply: undefined })
    const { desk, asked } = started
    await desk.add(keysOf('one'), noNote)
    await settle()
    const { updates } = follow(started)
    desk.snapshot()
    await asked[0]?.answer(at(150))
    await asked[1]?.answer(at(150))
    expect(updates.map(update => update.rows.map(each => 'legs' in each))).toEqual([[true], [false]])
  })
})
