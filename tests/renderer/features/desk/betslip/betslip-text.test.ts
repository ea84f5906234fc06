import { describe, expect, it } from 'vitest'
import { linkHost } from '../../../../../src/renderer/features/desk/betslip/betslip-text.ts'

describe('linkHost', () => {
  it.each([
    ['https://bets.bravo.example/slip?x=1', 'bets.bravo.example'],
    ['http://bravo.localhost:4310/slip', 'bravo.localhost:4310'],
    ['bravo://slip/1', 'an app (bravo:)'],
    ['no link at all', 'not a link'],
  ])('shows the target of %s', (link, host) => {
    expect(linkHost(link)).toBe(host)
  })
})
