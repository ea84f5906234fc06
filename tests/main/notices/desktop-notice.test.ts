import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { notifyDesktop } from '../../../src/main/notices/desktop-notice.ts'
import { Notification } from '../../support/electron.ts'

setFlagsFromString('--expose-gc')
const collect = z.function().parse(runInNewContext('gc'))

/** Shows `count` notices that no test refers to, so that only the program keeps them from the garbage collection. */
function show(count: number, onClick?: () => void): WeakRef<Notification>[] {
  for (let at = 0; at < count; at++)
    notifyDesktop({ title: `Notice ${at}`, body: '', isSilent: true }, onClick)
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

  it('is let go when it closes', async () => {
    const notices = show(2)
    emit(notices[0], 'close')
    expect(await left(notices)).toEqual([false, true])
    emit(notices[1], 'close')
  })

  it('is let go when many newer ones were shown and no system reported its end', async () => {
    const notices = show(60)
    const isLeft = await left(notices)
    expect(isLeft.filter(Boolean)).toHaveLength(50)
    expect(isLeft.lastIndexOf(false)).toBe(9)
    for (const notice of notices) emit(notice, 'close')
  })
})
