import { describe, expect, it } from 'vitest'
import { linkTarget } from '../../../../../src/renderer/features/desk/betslip/betslip-text.ts'

describe('linkTarget', () => {
  it.each([
    ['https://bets.bravo.example/slip?x=1', 'bets.bravo.example'],
    ['http://bravo.localhost:4310/slip', 'bravo.localhost:4310'],
    ['bravo://slip/1', 'Bravo app'],
    ['no link at all', 'not a link'],
  ])('shows the target of %s', (link, host) => {
    expect(linkTarget(link, 'Bravo')).toBe(host)
  })
})
