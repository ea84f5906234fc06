import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectRules } from '../../../src/main/compose/events.ts'
import { createNotify } from '../../../src/main/notices/desktop-notice.ts'
import { startAccount } from '../../support/account/account-fixture.ts'
import { ruleDraft } from '../../support/desk/rule-tape.ts'
import { startWorth, reprice } from '../../support/desk/scripted-rules.ts'
import { Notification } from '../../support/electron.ts'
import { openPhone } from '../../support/phone/phone-fixture.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  Notification.shown.splice(0)
})

it('A rule that fires is announced in the windows, as a notification that leads to the price, and on phones', async () => {
  const { account } = startAccount()
  const started = await startWorth()
  const { rules, desk } = started
  const { phone } = openPhone({ database: started.database })
  const sent = vi.spyOn(phone, 'send')
  const announced: string[] = []
  const showMain = vi.fn()
  const announce = (area: string, verb: string) => void announced.push(`${area}.${verb}`)
  const notify = createNotify(sentence => account.addNotice(sentence))
  connectRules({ announce, account, desk, rules, phone }, notify, { showMain })
  rules.save(null, ruleDraft({ actions: ['notify'], bookIds: ['a'] }))
  await reprice(started, { a: 160 })
  const body =
    'Worth a bet: Alpha at +160: +30.0% EV by your fair price (rule: over +5.0%), 0s old. The rule is met.'
  const title = 'one pts · two pts'
  expect(Notification.shown.map(({ parts }) => parts)).toEqual([{ title, body, silent: true }])
  expect(sent).toHaveBeenCalledExactlyOnceWith([{ firedIds: [], title: `Demo: ${title}`, body }])
  expect(announced).toContain('rules.changed')
  Notification.shown[0]?.listeners.get('click')?.()
  expect(showMain).toHaveBeenCalledExactlyOnceWith({ show: 'price', parlayId: 1, bookId: 'a' })
  account.emit('switched')
  expect(rules.state().rules).toHaveLength(1)
})
