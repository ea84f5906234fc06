import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ActivityLog } from '../../../src/main/local-api/activity-log.ts'
import { ScriptAccess } from '../../../src/main/local-api/script-access.ts'
import { maxLines } from '../../../src/main/local-api/script-store.ts'
import { openScriptStore } from '../../support/local-api/script-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function open() {
  const store = openScriptStore()
  const log = new ActivityLog(store, error => {
    throw error
  })
  onTestFinished(() => log.save())
  return { store, log }
}
const action = { tokenId: null, name: 'Model', what: 'desk.snapshot', isDone: true, sentence: 'Done.' }

describe('the list of what scripts did', () => {
  it('has one line for equal actions of a minute, written or not', async () => {
    const { log } = open()
    log.add(action)
    log.add({ ...action, isDone: false, sentence: 'No.' })
    await vi.advanceTimersByTimeAsync(59_999)
    log.add(action)
    expect(log.page(null, 10).lines).toMatchObject([
      { id: 2, times: 1, isDone: false },
      { id: 1, times: 2, isDone: true },
    ])
    await vi.advanceTimersByTimeAsync(1)
    log.add(action)
    expect(log.page(null, 1).lines).toMatchObject([{ id: 3, times: 1 }])
  })

  it('keeps its newest lines', () => {
    const { log } = open()
    for (let n = 0; n < maxLines + 10; n += 1) log.add({ ...action, what: `call ${n}` })
    const { lines, isMore } = log.page(null, 2 * maxLines)
    expect([lines.length, isMore]).toEqual([maxLines, false])
    expect(lines[0]?.what).toBe(`call ${maxLines + 9}`)
  })

  it('says when a token was used, and stores it', () => {
    const { store, log } = open()
    const access = new ScriptAccess(store)
    access.create({ name: 'Model', scopes: ['read'], callsPerMinute: null })
    const [{ id } = { id: '' }] = access.tokens()
    log.add({ ...action, tokenId: id })
    expect(log.lastUsedAt(id)).toBe(Date.now())
    log.save()
    expect(store.tokens()).toMatchObject([{ id, lastUsedAt: Date.now() }])
  })
})
