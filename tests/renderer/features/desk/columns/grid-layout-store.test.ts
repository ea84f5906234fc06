/** Two windows change the layout of the grid at one time. */
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import { useGridLayoutStore } from '../../../../../src/renderer/features/desk/columns/grid-layout-store.ts'
import type { Outcome } from '../../../../../src/shared/failure.ts'
import { plainLayout, type GridLayout } from '../../../../../src/shared/model/settings/settings.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'

beforeEach(() => setActivePinia(createPinia()))

/** A grid whose saves are answered when the test says so, the first one first. */
async function start() {
  const desk = stubDesk()
  const grid = useGridLayoutStore()
  await grid.start()
  const waiting: ((outcome: Outcome<GridLayout>) => void)[] = []
  desk.api.grid.saveLayout.mockImplementation(() => new Promise(resolve => waiting.push(resolve)))
  const answer = (outcome: Outcome<GridLayout>) => waiting.shift()?.(outcome)
  const sent = () => desk.api.grid.saveLayout.mock.calls.map(([part]) => part)
  return { ...desk, grid, answer, sent }
}

describe('useGridLayoutStore', () => {
  it('sends what was changed here alone, and shows what another window changed beside it', async () => {
    const { grid, emit, answer, sent } = await start()
    const saving = grid.setDensity('compact')
    emit.grid.changed({ ...plainLayout, frozen: ['alpha'] })
    expect(grid.layout).toMatchObject({ density: 'compact', frozen: ['alpha'] })
    expect(sent()).toEqual([{ density: 'compact' }])
    answer(ok({ ...plainLayout, density: 'compact', frozen: ['alpha'] }))
    await saving
    expect(grid.layout).toEqual({ ...plainLayout, density: 'compact', frozen: ['alpha'] })
  })

  it('keeps a column’s width while it is being resized', async () => {
    const { grid, emit, sent } = await start()
    grid.resize('bravo', 90)
    emit.grid.changed({ ...plainLayout, density: 'compact' })
    const width = { widths: [{ bookId: 'bravo', px: 90 }] }
    expect(grid.layout).toMatchObject({ ...width, density: 'compact' })
    void grid.save()
    expect(sent()).toEqual([width])
  })

  it('shows the newest change, whichever answer comes meanwhile', async () => {
    const { grid, answer } = await start()
    const first = grid.setDensity('compact')
    const second = grid.setDensity('comfortable')
    answer(ok({ ...plainLayout, density: 'compact' }))
    await first
    expect(grid.layout.density).toBe('comfortable')
    answer(ok({ ...plainLayout, density: 'comfortable' }))
    await second
    expect(grid.layout.density).toBe('comfortable')
  })

  it('shows what another window changed once the own change is stored', async () => {
    const { grid, emit, answer } = await start()
    const saving = grid.setDensity('compact')
    answer(ok({ ...plainLayout, density: 'compact' }))
    await saving
    emit.grid.changed({ ...plainLayout, density: 'comfortable' })
    expect(grid.layout.density).toBe('comfortable')
  })

  it('shows the stored layout again after a failure, with what is still to be saved', async () => {
    const { grid, answer, api } = await start()
    const saving = grid.setDensity('compact')
    grid.resize('bravo', 90)
    api.grid.snapshot.mockResolvedValue(ok({ ...plainLayout, frozen: ['alpha'] }))
    answer(failed({ kind: 'internal', reference: 'a1' }))
    expect(await saving).toMatchObject({ ok: false })
    expect(grid.layout).toEqual({
      ...plainLayout,
      frozen: ['alpha'],
      widths: [{ bookId: 'bravo', px: 90 }],
    })
  })

  it('sends nothing where nothing was changed', async () => {
    const { grid, sent } = await start()
    expect(await grid.save()).toEqual(ok(plainLayout))
    expect(sent()).toEqual([])
    expect(useUndoStore().nextUndo).toBeUndefined()
  })
})
