/** Source: docs/quality.md, 2. A real service counts the calls that a budget of two a minute lets through. */
import { describe, expect, it } from 'vitest'
import { answers, startClient, startService } from '../support/odds-service/server.ts'
import { byHand, startBudget } from '../support/desk/test-budget.ts'

describe('A call is not sent again without a permit of its own.', () => {
  it('is sent twice where the third try would pass the limit of a minute', async () => {
    const service = await startService(answers({ message: 'busy' }, 503))
    const { budget } = startBudget({ limits: byHand(2) })
    const client = startClient({ acquirePermit: request => budget.acquire(request) })
    expect(await client.price(service)).toMatchObject({ kind: 'failed', failure: { kind: 'server-error' } })
    expect(service.seen).toHaveLength(2)
  })
})
