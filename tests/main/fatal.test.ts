import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FatalError } from '../../src/main/fatal.ts'

/** Fresh modules, because a program ends once. */
async function load(switches: readonly string[] = []) {
  vi.resetModules()
  const electron = await import('../support/electron.ts')
  electron.app.whenReady = () => Promise.resolve()
  for (const name of switches) electron.switches.set(name, '')
  const fatal = await import('../../src/main/fatal.ts')
  const log = vi.fn((_error: unknown) => 'ab12')
  fatal.logFaultsTo(log)
  return { ...electron, ...fatal, log }
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** Adds the program's listeners for faults; answers those of the process by event. */
function listen(handleFaults: () => void): Map<unknown, (error: unknown) => void> {
  const added = new Map<unknown, (error: unknown) => void>()
  vi.spyOn(process, 'on').mockImplementation((event, listener) => {
    added.set(event, listener)
    return process
  })
  handleFaults()
  return added
}

describe('endWithError', () => {
  it('logs the error, names it in a window and ends with 1', async () => {
    const { endWithError, log, dialog, app } = await load()
    const error = new Error('open failed')
    await endWithError(error)
    expect(log).toHaveBeenCalledExactlyOnceWith(error)
    expect(dialog.showErrorBox).toHaveBeenCalledExactlyOnceWith(
      'Parlay Desk has to close',
      expect.stringMatching(/\(ab12 in the log\)[^]+Restart Parlay Desk/),
    )
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(1)
  })

  it('shows the sentence and the advice of a FatalError', async () => {
    const { endWithError, FatalError, dialog } = await load()
    const error: FatalError = new FatalError('The folder /data cannot be written.', 'Choose another one.')
    await endWithError(error)
    expect(dialog.showErrorBox.mock.calls[0]?.[1]).toBe(
      'The folder /data cannot be written.\n\nChoose another one.',
    )
  })

  it('shows one window when errors follow one another', async () => {
    const { endWithError, log, dialog } = await load()
    await Promise.all([endWithError(new Error('first')), endWithError(new Error('second'))])
    expect(dialog.showErrorBox).toHaveBeenCalledOnce()
    expect(log).toHaveBeenCalledTimes(2)
  })

  it('waits for the app to be ready, since Electron has no window on Linux before', async () => {
    const { endWithError, app, dialog } = await load()
    const ready = Promise.withResolvers<undefined>()
    app.whenReady = () => ready.promise
    const ended = endWithError(new Error('early'))
    expect(dialog.showErrorBox).not.toHaveBeenCalled()
    ready.resolve(undefined)
    await ended
    expect(dialog.showErrorBox).toHaveBeenCalledOnce()
  })

  it('under --smoke ends without a window that waits for a click', async () => {
    const { endWithError, dialog, app } = await load(['smoke'])
    await endWithError(new Error('no'))
    expect(dialog.showErrorBox).not.toHaveBeenCalled()
    expect(app.exit).toHaveBeenCalledWith(1)
  })
})

describe('the crash note', () => {
  it('is written for an error, with its reference, before the window is shown', async () => {
    const { endWithError, noteCrashesBy, dialog } = await load()
    const write = vi.fn()
    noteCrashesBy(write)
    const error = new Error('open failed')
    await endWithError(error)
    expect(write).toHaveBeenCalledExactlyOnceWith(error, 'ab12')
    expect(write.mock.invocationCallOrder[0]).toBeLessThan(
      dialog.showErrorBox.mock.invocationCallOrder[0] ?? 0,
    )
  })

  it('is not written for an error with a sentence of its own, nor a second time', async () => {
    const { endWithError, noteCrashesBy, FatalError } = await load()
    const write = vi.fn()
    noteCrashesBy(write)
    await endWithError(new FatalError('The folder cannot be written.', 'Choose another one.'))
    await endWithError(new Error('later'))
    expect(write).not.toHaveBeenCalled()
  })

  it('does not hide the error when it fails', async () => {
    const { endWithError, noteCrashesBy, dialog, app } = await load()
    noteCrashesBy(() => {
      throw new Error('no note')
    })
    await endWithError(new Error('open failed'))
    expect(dialog.showErrorBox).toHaveBeenCalledOnce()
    expect(app.exit).toHaveBeenCalledWith(1)
  })
})

describe('a fault that nothing caught', () => {
  it('ends the program when it is an exception', async () => {
    const { handleFaults, dialog, app } = await load()
    listen(handleFaults).get('uncaughtException')?.(new Error('thrown in a timer'))
    await expect.poll(() => app.exit).toHaveBeenCalledWith(1)
    expect(dialog.showErrorBox).toHaveBeenCalledOnce()
  })

  it('is only logged when it is a rejected promise', async () => {
    const { handleFaults, log, app } = await load()
    const reason = new Error('left alone')
    listen(handleFaults).get('unhandledRejection')?.(reason)
    expect(log).toHaveBeenCalledExactlyOnceWith(reason)
    expect(app.exit).not.toHaveBeenCalled()
  })

  it('is none when the terminal is gone', async () => {
    const { handleFaults, app } = await load()
    listen(handleFaults)
    for (const stream of [process.stdout, process.stderr])
      expect(() =>
        stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
      ).not.toThrow()
    expect(app.exit).not.toHaveBeenCalled()
  })
})
