import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { notifyDesktop } from '../../../src/main/notices/desktop-notice.ts'
import { Notification } from '../../fakes/electron.ts'

setFlagsFromString('--expose-gc')
const collect = z.function().parse(runInNewContext('gc'))

/** Shows so many notices that only the program itself, and the garbage collection, know of. */
function show(count: number, onClick?: () => void): WeakRef<Notification>[] {
  for (let at = 0; at < count; at++)
    notifyDesktop({ title: `Notice ${at}`, body: '', isSilent: true }, onClick)
  return Notification.shown.splice(0).map(notice => new WeakRef(notice))
}

/** Which of them are still there once what nothing refers to is gone. */
async function left(notices: readonly WeakRef<Notification>[]): Promise<boolean[]> {
  // A weak reference that was looked at holds until the next turn.
  await turn()
  collect()
  return notices.map(notice => notice.deref() !== undefined)
}

const tell = (notice: WeakRef<Notification> | undefined, event: string) =>
  notice?.deref()?.listeners.get(event)?.()

describe('a notice on the desktop', () => {
  it('outlives the garbage collection until it is answered', async () => {
    const onClick = vi.fn()
    const notices = show(1, onClick)
    expect(await left(notices)).toEqual([true])
    tell(notices[0], 'click')
    expect(onClick).toHaveBeenCalledOnce()
    expect(await left(notices)).toEqual([false])
  })

  it('is let go when it closes', async () => {
    const notices = show(2)
    tell(notices[0], 'close')
    expect(await left(notices)).toEqual([false, true])
    tell(notices[1], 'close')
  })

  it('is let go when many newer ones were shown and no system told of its end', async () => {
    const notices = show(60)
    const isLeft = await left(notices)
    expect(isLeft.filter(Boolean)).toHaveLength(50)
    expect(isLeft.lastIndexOf(false)).toBe(9)
    for (const notice of notices) tell(notice, 'close')
  })
})
