import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { createMirror } from '../../src/renderer/mirror.ts'
import type { Outcome } from '../../src/shared/failure.ts'
import { failed, ok } from '../support/bridge/stub-desk.ts'

function source() {
  const listeners: ((value: string) => void)[] = []
  const answers: ((outcome: Outcome<string>) => void)[] = []
  const mirror = createMirror<string>(() => ({
    snapshot: () => new Promise(resolve => answers.push(resolve)),
    changed: listener => {
      listeners.push(listener)
      return () => undefined
    },
  }))
  const answer = async (outcome: Outcome<string>) => {
    answers.shift()?.(outcome)
    await flushPromises()
  }
  const change = (value: string) => listeners.forEach(listen => listen(value))
  return { mirror, answer, change, listeners }
}

test('createMirror holds the snapshot, then each change', async () => {
  const { mirror, answer, change } = source()
  void mirror.start()
  expect(mirror.value.value).toBeUndefined()
  await answer(ok('first'))
  expect(mirror.value.value).toBe('first')
  change('second')
  expect(mirror.value.value).toBe('second')
})

test('createMirror keeps a change that overtook the snapshot', async () => {
  const { mirror, answer, change } = source()
  void mirror.start()
  change('newer')
  await answer(ok('older'))
  expect(mirror.value.value).toBe('newer')
})

test('createMirror reports a failed snapshot; starting again clears it and subscribes once', async () => {
  const { mirror, answer, listeners } = source()
  void mirror.start()
  await answer(failed({ kind: 'internal', reference: 'R' }))
  expect(mirror.failure.value).toEqual({ kind: 'internal', reference: 'R' })
  void mirror.start()
  await answer(ok('there'))
  expect(mirror.failure.value).toBeUndefined()
  expect(mirror.value.value).toBe('there')
  expect(listeners).toHaveLength(1)
})

test('createMirror adopts the state of an answer, and nothing of a failure', () => {
  const { mirror } = source()
  mirror.adopt(ok('answered'))
  mirror.adopt(failed({ kind: 'internal', reference: 'R' }))
  expect(mirror.value.value).toBe('answered')
})
