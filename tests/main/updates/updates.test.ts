import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import release from '../../../src/main/updates/release.json' with { type: 'json' }
import { noUpdates } from '../../../src/shared/model/settings/updates.ts'
import {
  answerWith,
  day,
  now,
  signed,
  startTrustedServer,
  statement,
} from '../../support/updates/signed-release.ts'
import { startUpdates } from '../../support/updates/test-updates.ts'

const startRelease = (change?: Readonly<Record<string, unknown>>) =>
  startTrustedServer(answerWith(signed(statement(change))))

/** Fake timers for the daily check alone: sockets keep the real ones. */
const useTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

describe('updates', () => {
  it('are off at first, and send nothing whatever is asked of them', async () => {
    useTimers()
    const server = await startRelease()
    const { updates } = startUpdates({ ...server, isOn: false })
    expect(noUpdates.isOn).toBe(false)
    updates.start()
    await updates.check()
    updates.download()
    await updates.install()
    await vi.advanceTimersByTimeAsync(10 * day)
    vi.useRealTimers()
    expect(server.asked).toEqual([])
    expect(updates.state()).toMatchObject({ isOn: false, checkedAt: null, status: { kind: 'idle' } })
  })

  it('are looked for once a day while they are on, and a release that is found is announced once', async () => {
    const server = await startRelease()
    const { updates } = startUpdates(server)
    const found = vi.fn()
    updates.on('found', found)
    useTimers()
    updates.start()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(server.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    vi.useRealTimers()
    await vi.waitUntil(() => found.mock.calls.length > 0)
    expect(server.asked).toHaveLength(1)
    expect(found.mock.calls[0]?.[0]).toMatchObject({ version: '0.2.0' })
    useTimers()
    updates.start()
    await vi.advanceTimersByTimeAsync(day + 1)
    vi.useRealTimers()
    await vi.waitUntil(() => server.asked.length === 2 && updates.state().status.kind === 'available')
    expect(found).toHaveBeenCalledOnce()
  })

  it('are looked for a day after the last check, not at every start', async () => {
    const server = await startRelease()
    const memory = { ...noUpdates, isOn: true, checkedAt: now - 60_000 }
    const { updates } = startUpdates({ ...server, memory: { read: () => memory, write: () => undefined } })
    useTimers()
    updates.start()
    await vi.advanceTimersByTimeAsync(day / 2)
    vi.useRealTimers()
    expect(server.asked).toEqual([])
  })

  it('are looked for within a day when the clock was far ahead at the last check', async () => {
    const server = await startRelease()
    const memory = { ...noUpdates, isOn: true, checkedAt: now + 30 * day }
    const { updates } = startUpdates({ ...server, memory: { read: () => memory, write: () => undefined } })
    useTimers()
    updates.start()
    await vi.advanceTimersByTimeAsync(day)
    vi.useRealTimers()
    await vi.waitUntil(() => server.asked.length === 1)
  })

  it('are not looked for anymore once they are turned off, and nothing found is kept', async () => {
    const server = await startRelease()
    const { updates, memory } = startUpdates(server)
    await updates.check()
    useTimers()
    updates.start()
    updates.setOn(false)
    await vi.advanceTimersByTimeAsync(3 * day)
    vi.useRealTimers()
    updates.download()
    expect(server.asked).toHaveLength(1)
    expect(updates.state()).toMatchObject({ isOn: false, status: { kind: 'idle' } })
    expect(memory()).toMatchObject({ isOn: false, number: 7, version: '0.2.0' })
  })

  it('that are turned off during a check are neither found nor remembered, and can be looked for again', async () => {
    let answer = (): void => undefined
    const server = await startTrustedServer((_request, response) => {
      answer = () => response.end(signed(statement()))
    })
    const { updates, memory } = startUpdates(server)
    const checked = updates.check()
    await vi.waitUntil(() => server.asked.length === 1)
    updates.setOn(false)
    answer()
    await checked
    expect(updates.state()).toMatchObject({ isOn: false, status: { kind: 'idle' } })
    expect(memory()).toMatchObject({ number: 0, checkedAt: null })
    updates.setOn(true)
    const again = updates.check()
    await vi.waitUntil(() => server.asked.length === 2)
    answer()
    await again
    expect(updates.state().status).toMatchObject({ kind: 'available' })
  })

  it('whose check is stopped are as before it', async () => {
    const server = await startTrustedServer(() => undefined)
    const { updates } = startUpdates(server)
    const checked = updates.check()
    await vi.waitUntil(() => server.asked.length === 1)
    updates.cancel()
    await checked
    expect(updates.state().status).toEqual({ kind: 'idle' })
  })

  it('found by a press are not announced besides', async () => {
    const { updates } = startUpdates(await startRelease())
    const found = vi.fn()
    updates.on('found', found)
    await updates.check()
    expect(updates.state().status).toMatchObject({ kind: 'available' })
    expect(found).not.toHaveBeenCalled()
  })

  it('are checked once when two checks are asked for at a time', async () => {
    const server = await startRelease()
    const { updates } = startUpdates(server)
    await Promise.all([updates.check(), updates.check()])
    expect(server.asked).toHaveLength(1)
  })

  it('cannot be verified by a build without release keys, which sends nothing', async () => {
    const server = await startRelease()
    const source = {
      threshold: 2,
      keys: [],
      manifest: `${server.origin}/`,
      page: 'https://releases.example/',
    }
    const { updates } = startUpdates({ ...server, source })
    updates.start()
    await updates.check()
    expect(updates.state()).toMatchObject({ hasKeys: false, status: { problem: 'no-release-keys' } })
    expect(server.asked).toEqual([])
  })

  it('send nothing of the user: no key, no version, no cookie', async () => {
    let headers: Readonly<Record<string, unknown>> = {}
    const server = await startTrustedServer((request, response) => {
      headers = request.headers
      response.end(signed(statement()))
    })
    const { updates } = startUpdates(server)
    await updates.check()
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
    expect(server.asked).toEqual([{ url: '/update.json', range: undefined }])
  })
})

describe('release.json', () => {
  it('has no key or three different ones, and asks for two of them', () => {
    expect([0, 3]).toContain(release.keys.length)
    expect(new Set(release.keys).size).toBe(release.keys.length)
    expect(release.threshold).toBe(2)
    expect([release.manifest, release.page].every(address => address.startsWith('https://'))).toBe(true)
  })

  it('has no private key', () => {
    const text = readFileSync(new URL('../../../src/main/updates/release.json', import.meta.url), 'utf8')
    expect(text).not.toMatch(/PRIVATE|MC4CAQAwBQYDK2Vw/)
  })
})
