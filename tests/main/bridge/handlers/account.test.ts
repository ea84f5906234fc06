import { describe, expect, it } from 'vitest'
import { createAccountHandlers } from '../../../../src/main/bridge/handlers/account.ts'
import { draft, startAccount } from '../../../support/account/account-fixture.ts'

describe('account calls', () => {
  it('answer the state after each change, and never the key', async () => {
    const { account } = startAccount()
    await account.open()
    const calls = createAccountHandlers(account)
    const answers = [await calls.snapshot(null)]
    answers.push(await calls.saveProfile({ id: null, draft: draft() }))
    const id = answers[1]?.profiles[0]?.id ?? ''
    answers.push(await calls.useProfile({ id }), await calls.setKey({ key: 'canary-key' }))
    answers.push(await calls.removeKey(null), await calls.removeProfile({ id }))
    expect(answers.map(({ activeName, keyStatus }) => [activeName, keyStatus.kind])).toEqual([
      ['Demo', 'demo'],
      ['Demo', 'demo'],
      ['Mine', 'missing'],
      ['Mine', 'keychain'],
      ['Mine', 'missing'],
      ['Demo', 'demo'],
    ])
    expect(JSON.stringify(answers)).not.toMatch(/canary-key|demo-key/)
  })
})
