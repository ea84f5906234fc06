import { describe, expect, it } from 'vitest'
import { overQueue } from '../../../../src/main/ledger/settlement/over-queue.ts'
import { openedLedger, ticketOf } from '../../../support/ledger/tickets.ts'

function* endless(first: () => void): Generator<void, never> {
  first()
  for (;;) yield
}

describe('a long question about legs', () => {
  it('is answered by the ledger that is open', async () => {
    const { ledger } = openedLedger()
    ledger.record(ticketOf())
    const pages = await overQueue(ledger, function* (queue) {
      yield
      return [...queue.awaited('own')].flat().length
    })
    expect(pages).toBe(2)
  })

  it('ends when the ledger is closed, or closed and opened again', async () => {
    const { ledger } = openedLedger()
    const closed = { failure: { kind: 'storage' } }
    await expect(overQueue(ledger, () => endless(() => ledger.open()))).rejects.toMatchObject(closed)
    await expect(overQueue(ledger, () => endless(() => ledger.close()))).rejects.toMatchObject(closed)
    await expect(overQueue(ledger, () => endless(() => {}))).rejects.toMatchObject(closed)
  })
})
