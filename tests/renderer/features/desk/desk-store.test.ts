import { createPinia, setActivePinia } from 'pinia'
import { quietMeter } from '../../../../src/shared/model/parlay/desk.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDeskStore } from '../../../../src/renderer/features/desk/desk-store.ts'
import { failed, stubDesk, ok } from '../../../support/bridge/stub-desk.ts'
import { cell, priced, row } from '../../../support/shared/desk-rows.ts'

const meter = quietMeter
const at = (american: number) => row(1, [cell('alpha', { quote: priced(american) })])
const shown = (desk: ReturnType<typeof useDeskStore>, id = 1) => {
  const outcome = desk.rowRef(id)?.value.cells[0]?.quote?.outcome
  return outcome?.kind === 'priced' ? outcome.price.text : undefined
}

beforeEach(() => {
  setActivePinia(createPinia())
})

describe('useDeskStore', () => {
  it('starts from the snapshot', async () => {
    stubDesk({ desk: { seq: 5, rows: [at(400), row(2, [])], meter: { ...meter, lastMinute: 7 } } })
    const desk = useDeskStore()
    expect(desk.load.kind).toBe('loading')
    await desk.start()
    expect(desk.load.kind).toBe('ready')
    expect(desk.order).toEqual([1, 2])
    expect(desk.meter.lastMinute).toBe(7)
  })

  it('replaces the rows of a change and keeps the others', async () => {
    const fake = stubDesk({ desk: { seq: 5, rows: [at(400), row(2, [])], meter } })
    const desk = useDeskStore()
    await desk.start()
    const other = desk.rowRef(2)?.value
    fake.emit.desk.changed({ seq: 6, rows: [at(410)], order: null, meter })
    expect(shown(desk)).toBe('+410')
    expect(desk.rowRef(2)?.value).toBe(other)
  })

  it('patches the cells that changed and keeps the others', async () => {
    const two = row(1, [cell('alpha', { quote: priced(400) }), cell('bravo', { quote: priced(500) })])
    const fake = stubDesk({ desk: { seq: 5, rows: [two], meter } })
    const desk = useDeskStore()
    await desk.start()
    const other = desk.rowRef(1)?.value.cells[1]
    const patch = { id: 1, cells: [cell('alpha', { quote: priced(410) })], activities: [] }
    fake.emit.desk.changed({ seq: 6, rows: [patch], order: null, meter })
    expect(shown(desk)).toBe('+410')
    expect(desk.rowRef(1)?.value.cells[1]).toBe(other)
  })

  it('never patches a row that missed a change: it reads the desk again', async () => {
    const fake = stubDesk({ desk: { seq: 5, rows: [at(400)], meter } })
    const desk = useDeskStore()
    await desk.start()
    fake.api.desk.snapshot.mockResolvedValueOnce(ok({ seq: 7, rows: [at(420)], meter }))
    const patchTo = (kind: 'pricing' | 'none') => ({
      id: 1,
      cells: [],
      activities: [{ bookId: 'alpha', activity: { kind } }],
    })
    // Change 6, with the price 420, never came.
    fake.emit.desk.changed({ seq: 7, rows: [patchTo('none')], order: null, meter })
    expect(shown(desk)).toBe('+400')
    await expect.poll(() => shown(desk)).toBe('+420')
    fake.emit.desk.changed({ seq: 8, rows: [patchTo('pricing')], order: null, meter })
    expect(desk.rowRef(1)?.value.cells[0]).toMatchObject({
      activity: { kind: 'pricing' },
      quote: priced(420),
    })
  })

  it('drops a patch older than the row shown', async () => {
    const fake = stubDesk({ desk: { seq: 5, rows: [at(420)], meter } })
    const desk = useDeskStore()
    await desk.start()
    const patch = { id: 1, cells: [cell('alpha', { quote: priced(400) })], activities: [] }
    fake.emit.desk.changed({ seq: 5, rows: [patch], order: null, meter })
    expect(shown(desk)).toBe('+420')
  })

  it('drops a change older than what is shown', async () => {
    const fake = stubDesk({ desk: { seq: 5, rows: [at(400)], meter } })
    const desk = useDeskStore()
    await desk.start()
    fake.emit.desk.changed({ seq: 6, rows: [at(420)], order: null, meter })
    fake.emit.desk.changed({ seq: 6, rows: [at(410)], order: null, meter })
    fake.emit.desk.changed({ seq: 5, rows: [at(400)], order: null, meter })
    expect(shown(desk)).toBe('+420')
  })

  it('shows a parlay whose change never came, and what came while the desk was read again', async () => {
    const fake = stubDesk({ desk: { seq: 5, rows: [], meter } })
    const desk = useDeskStore()
    await desk.start()
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof fake.api.desk.snapshot>>>()
    fake.api.desk.snapshot.mockReturnValueOnce(answer.promise)
    // The change before this one had the order with the new parlay.
    fake.emit.desk.changed({ seq: 7, rows: [at(400)], order: null, meter })
    fake.emit.desk.changed({ seq: 8, rows: [at(410)], order: null, meter })
    fake.emit.desk.changed({ seq: 9, rows: [at(420)], order: null, meter })
    expect(desk.load.kind).toBe('ready')
    answer.resolve(ok({ seq: 8, rows: [at(410)], meter }))
    await expect.poll(() => desk.order).toEqual([1])
    expect(shown(desk)).toBe('+420')
    expect(fake.api.desk.snapshot).toHaveBeenCalledTimes(2)
  })

  it('applies changes that came before the snapshot, if they are newer', async () => {
    const fake = stubDesk()
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof fake.api.desk.snapshot>>>()
    fake.api.desk.snapshot.mockReturnValueOnce(answer.promise)
    const desk = useDeskStore()
    const started = desk.start()
    fake.emit.desk.changed({ seq: 5, rows: [at(390)], order: null, meter })
    fake.emit.desk.changed({ seq: 6, rows: [at(410)], order: null, meter })
    answer.resolve(ok({ seq: 5, rows: [at(400)], meter }))
    await started
    expect(shown(desk)).toBe('+410')
  })

  it('follows parlays that come and go', async () => {
    const fake = stubDesk({ desk: { seq: 5, rows: [at(400)], meter } })
    const desk = useDeskStore()
    await desk.start()
    fake.emit.desk.changed({ seq: 6, rows: [row(2, [])], order: [2], meter })
    expect(desk.order).toEqual([2])
    expect(desk.rowRef(1)).toBeUndefined()
    expect(desk.rowRef(2)?.value.id).toBe(2)
  })

  it('says why it could not start, and starts when asked again', async () => {
    const fake = stubDesk({ desk: { seq: 5, rows: [at(400)], meter } })
    fake.api.desk.snapshot.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1' }))
    const desk = useDeskStore()
    await desk.start()
    expect(desk.load).toEqual({ kind: 'failed', failure: { kind: 'internal', reference: 'a1' } })
    await desk.start()
    expect(desk.load.kind).toBe('ready')
    fake.emit.desk.changed({ seq: 6, rows: [at(410)], order: null, meter })
    expect(shown(desk)).toBe('+410')
  })
})
