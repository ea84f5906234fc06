import { describe, expect, it } from 'vitest'
import { createWindowsHandlers } from '../../../../src/main/bridge/handlers/windows.ts'
import type { Target } from '../../../../src/shared/model/settings/target.ts'
import type { SecondWindow, WindowName } from '../../../../src/shared/model/settings/windows.ts'

describe('window calls', () => {
  function start() {
    const open: SecondWindow[] = []
    const shown: Target[] = []
    const announced: unknown[] = []
    const painted: WindowName[] = []
    const calls = createWindowsHandlers({
      list: () => [...open],
      open: name => void open.push(name),
      showMain: target => void shown.push(target),
      takeTarget: name => (name === 'main' ? (shown.pop() ?? null) : null),
      painted: name => void painted.push(name),
      announceToOthers:
        name =>
        (...event) =>
          void announced.push([name, ...event]),
      on: () => undefined,
    })
    return { announced, painted, calls }
  }

  it('open a window and answer with all that are open', async () => {
    const { calls } = start()
    expect(await calls.snapshot(null)).toEqual({ open: [] })
    expect(await calls.open({ window: 'ledger' })).toEqual({ open: ['ledger'] })
    expect(await calls.snapshot(null)).toEqual({ open: ['ledger'] })
  })

  it('hand a place to show to the main window, which takes it once', async () => {
    const { calls } = start()
    const target: Target = { show: 'view', view: 'settings' }
    await calls.showMain(target)
    expect(await calls.takeTarget(null, 'ledger')).toBeNull()
    expect(await calls.takeTarget(null, 'main')).toEqual(target)
    expect(await calls.takeTarget(null, 'main')).toBeNull()
  })

  it('report the window that painted its first page', async () => {
    const { painted, calls } = start()
    await calls.painted(null, 'ledger')
    expect(painted).toEqual(['ledger'])
  })

  it('push the selected cell to the other windows', async () => {
    const { announced, calls } = start()
    const cell = { parlayId: 1, bookId: 'a' }
    await calls.select(cell, 'ledger')
    expect(announced).toEqual([['ledger', 'windows', 'selected', cell]])
  })
})
