import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, vi } from 'vitest'
import { defineComponent, h, KeepAlive, shallowRef } from 'vue'
import { useLedgerStore } from '../../../../src/renderer/features/ledger/ledger-store.ts'
import { useLedgerQuery } from '../../../../src/renderer/features/ledger/useLedgerQuery.ts'
import type { Outcome } from '../../../../src/shared/failure.ts'
import { failed, stubDesk, ok } from '../../../support/bridge/stub-desk.ts'
import { emptyLedger } from '../../../support/shared/ledger-answers.ts'
import { lineOf } from '../../../support/renderer/ledger/ticket-lines.ts'

/** A part of the screen that shows the answer about `about`; each question waits until it is answered here. */
async function open(isOpen = true) {
  const { emit } = stubDesk({ ledger: isOpen ? emptyLedger : { seq: 0, status: { kind: 'opening' } } })
  const waiting: ((outcome: Outcome<string>) => void)[] = []
  const question = vi.fn(() => new Promise<Outcome<string>>(resolve => waiting.push(resolve)))
  const about = shallowRef('a')
  const isShown = shallowRef(true)
  const Part = defineComponent(() => {
    const { value, failure } = useLedgerQuery(question, () => about.value)
    return () => h('p', `${value.value ?? '–'} ${failure.value?.kind ?? ''}`)
  })
  const pinia = createPinia()
  const view = mount(() => h(KeepAlive, () => (isShown.value ? h(Part) : h('hr'))), {
    global: { plugins: [pinia] },
  })
  await useLedgerStore(pinia).start()
  await flushPromises()
  let seq = 0
  const change = async () => {
    seq += 1
    emit.ledger.changed({
      seq,
      ...{ status: emptyLedger.status, lines: [lineOf(1)], gone: [], isMany: false },
    })
    await flushPromises()
  }
  const answer = async (outcome: Outcome<string>) => {
    waiting.shift()?.(outcome)
    await flushPromises()
  }
  return { view, question, about, isShown, change, answer }
}

describe('useLedgerQuery', () => {
  it('runs once the ledger is open', async () => {
    const { question, change } = await open(false)
    expect(question).not.toHaveBeenCalled()
    await change()
    expect(question).toHaveBeenCalled()
  })

  it('keeps the last answer during a refresh, and runs one query at a time', async () => {
    const { view, question, change, answer } = await open()
    await answer(ok('first'))
    await change()
    await change()
    expect([view.text(), question.mock.calls.length]).toEqual(['first', 2])
    await answer(ok('second'))
    expect(view.text()).toBe('second')
  })

  it('drops an answer that comes after the subject changed', async () => {
    const { view, question, about, answer } = await open()
    about.value = 'b'
    await flushPromises()
    await answer(ok('about a'))
    expect([view.text(), question.mock.calls.length]).toEqual(['–', 2])
    await answer(ok('about b'))
    expect(view.text()).toBe('about b')
  })

  it('reports a failure beside the last answer', async () => {
    const { view, change, answer } = await open()
    await answer(ok('first'))
    await change()
    await answer(failed({ kind: 'internal', reference: 'r' }))
    expect(view.text()).toBe('first internal')
  })

  it('does not run while its view is off screen, and runs when it is back', async () => {
    const { question, isShown, change, answer } = await open()
    await answer(ok('first'))
    isShown.value = false
    await flushPromises()
    await change()
    expect(question).toHaveBeenCalledOnce()
    isShown.value = true
    await flushPromises()
    expect(question).toHaveBeenCalledTimes(2)
  })
})
