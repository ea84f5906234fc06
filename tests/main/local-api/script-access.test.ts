import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ScriptAccess } from '../../../src/main/local-api/script-access.ts'
import { openScriptStore } from '../../support/local-api/script-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** A script that may get prices once the user says yes. */
function open() {
  const access = new ScriptAccess(openScriptStore())
  access.create({ name: 'Model', scopes: ['price'], callsPerMinute: 60 })
  const [token = { id: '', name: '' }] = access.tokens()
  return { access, token, ask: () => access.ask(token, 'price') }
}
const containing = (part: string): unknown => expect.stringContaining(part)
const saying = (part: string) => ({ sentence: containing(part) })
const aMinute = 60_000

describe('a script that needs a yes', () => {
  it('waits 60 s for it, and the question stays on screen', async () => {
    const { access, token, ask } = open()
    const settled = vi.fn()
    const asked = ask()
    void asked.then(settled)
    await vi.advanceTimersByTimeAsync(aMinute - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toEqual(saying('waits for your yes'))
    expect(access.waiting()).toHaveLength(1)
    access.answer(token.id, 'price', true)
    expect(await ask()).toBe('yes')
  })

  it('is not asked about again for 5 minutes after a no', async () => {
    const { access, token, ask } = open()
    const asked = ask()
    access.answer(token.id, 'price', false)
    expect(await asked).toEqual(saying('said no'))
    await vi.advanceTimersByTimeAsync(5 * aMinute - 1)
    expect(await ask()).toEqual(saying('said no'))
    expect(access.waiting()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    void ask()
    expect(access.waiting()).toHaveLength(1)
  })

  it('is shown as waiting from its last call', async () => {
    const { access, ask } = open()
    const onChanged = vi.fn()
    await Promise.all([ask(), vi.advanceTimersByTimeAsync(2 * aMinute)])
    access.on('changed', onChanged)
    void ask()
    expect(access.waiting()).toMatchObject([{ since: Date.now() }])
    expect(onChanged).toHaveBeenCalledOnce()
  })

  it('puts no question on screen once its token is revoked', async () => {
    const { access, token, ask } = open()
    const asked = ask()
    access.revoke(token.id)
    expect(await asked).toEqual(saying('was revoked'))
    expect(await ask()).toEqual(saying('was revoked'))
    expect(await access.ask(token, 'read')).toEqual(saying('was revoked'))
    expect(access.waiting()).toEqual([])
  })

  it('runs nothing when its token is revoked right after the yes', async () => {
    const { access, token, ask } = open()
    const asked = ask()
    access.answer(token.id, 'price', true)
    access.revoke(token.id)
    expect(await asked).toEqual(saying('was revoked'))
  })
})
