import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createNotify } from '../../../src/main/notices/desktop-notice.ts'
import { Notification } from '../../support/electron.ts'

setFlagsFromString('--expose-gc')
const collect = z.function().parse(runInNewContext('gc'))

const failed = vi.fn()
const notify = createNotify(failed)

/** Shows `count` notices that no test refers to, so that only the program keeps them from the garbage collection. */
function show(count: number, onClick?: () => void): WeakRef<Notification>[] {
  for (let at = 0; at < count; at++) notify({ title: `Notice ${at}`, body: '', isSilent: true }, onClick)
  return Notification.shown.splice(0).map(notice => new WeakRef(notice))
}

/** Notices still there after a garbage collection. */
async function left(notices: readonly WeakRef<Notification>[]): Promise<boolean[]> {
  // A weak reference that was looked at holds until the next turn.
  await turn()
  collect()
  return notices.map(notice => notice.deref() !== undefined)
}

const emit = (notice: WeakRef<Notification> | undefined, event: string) =>
  notice?.deref()?.listeners.get(event)?.()

describe('a notice on the desktop', () => {
  it('outlives the garbage collection until it is answered', async () => {
    const onClick = vi.fn()
    const notices = show(1, onClick)
    expect(await left(notices)).toEqual([true])
    emit(notices[0], 'click')
    expect(onClick).toHaveBeenCalledOnce()
    expect(await left(notices)).toEqual([false])
  })

  it('is released when it closes', async () => {
    const notices = show(2)
    emit(notices[0], 'close')
    expect(await left(notices)).toEqual([false, true])
    emit(notices[1], 'close')
  })

  it('is released when many newer ones were shown and no system reported its end', async () => {
    const notices = show(60)
    const isLeft = await left(notices)
    expect(isLeft.filter(Boolean)).toHaveLength(50)
    expect(isLeft.lastIndexOf(false)).toBe(9)
    for (const notice of notices) emit(notice, 'close')
  })
})

describe('a notice that the system does not show', () => {
  const notice = { title: 'Best price', body: '+210', isSilent: false }

  it('is reported with a sentence, the first time', () => {
    const onFailed = vi.fn()
    const show = createNotify(onFailed)
    for (let at = 0; at < 2; at++) {
      show(notice)
      Notification.shown.pop()?.listeners.get('failed')?.({}, 'not allowed')
    }
    expect(onFailed).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^A notification couldn’t be shown\. It’s shown only in this window\./),
    )
  })

  it('is reported where the system has none', () => {
    const supported = vi.spyOn(Notification, 'isSupported').mockReturnValue(false)
    const onFailed = vi.fn()
    const show = createNotify(onFailed)
    show(notice)
    show(notice)
    expect(onFailed).toHaveBeenCalledOnce()
    expect(Notification.shown).toEqual([])
    supported.mockRestore()
  })

  it('is released', async () => {
    const notices = show(1)
    emit(notices[0], 'failed')
    expect(await left(notices)).toEqual([false])
  })
})
