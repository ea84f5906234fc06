import { describe, expect, it, vi } from 'vitest'
import { createCrashHandlers } from '../../../../src/main/bridge/handlers/updates.ts'

const start = (read: () => { text: string; at: number } | undefined) => {
  const copyText = vi.fn(() => Promise.resolve())
  return { copyText, ...createCrashHandlers({ read, copyText, remove: vi.fn() }) }
}

describe('calls on the crash note', () => {
  it('copy its text', async () => {
    const { copy, copyText } = start(() => ({ text: 'TypeError: no row', at: 1 }))
    expect(await copy(null)).toBeNull()
    expect(copyText).toHaveBeenCalledExactlyOnceWith('TypeError: no row')
  })

  it('leave the clipboard as it is, and say so, when the note is gone', async () => {
    const { copy, copyText } = start(() => undefined)
    await expect(copy(null)).rejects.toMatchObject({
      failure: { sentence: 'The crash note is no longer there, so nothing was copied.' },
    })
    expect(copyText).not.toHaveBeenCalled()
  })
})
