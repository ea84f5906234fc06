import { describe, expect, it } from 'vitest'
import {
  readDesktopLink,
  legs,
  oddsAt,
  listSgpTokens,
  startTestDemo,
} from '../../support/demo/demo-client.ts'
import type { Odds, Reply, TestDemo } from '../../support/demo/demo-client.ts'

async function open(demo: TestDemo, link: string): Promise<Reply> {
  const url = new URL(link)
  return demo.ask({ host: url.hostname.replace('.localhost', ''), path: url.pathname + url.search })
}

async function soccerLegs(demo: TestDemo): Promise<Odds[]> {
  const odds = oddsAt(await demo.feed('&sportsbook=alpha_bet&league=csl'), 'alpha_bet')
  return legs(odds, ['Match Result', 'Total Goals', 'Player Shots'])
}

describe('the betslip page', () => {
  it('shows the book, the legs and the price of the link that led to it', async () => {
    const demo = await startTestDemo()
    const chosen = await soccerLegs(demo)
    const result = await demo.price('alpha_bet', listSgpTokens(chosen))
    const page = await open(demo, readDesktopLink(result))
    expect(page.status).toBe(200)
    expect(page.text).toContain('data-book="Alpha Bet"')
    expect(page.text).toContain(`data-price="${String(result['price'])}"`)
    expect([...page.text.matchAll(/data-leg="([^"]*)"/g)].map(match => match[1])).toEqual(
      chosen.map(o => o.name),
    )
  })

  it('opens from the link of a single', async () => {
    const demo = await startTestDemo()
    const [first] = await soccerLegs(demo)
    const page = await open(demo, first?.link?.desktop ?? '')
    expect(page.text).toContain(`data-price="${first?.price ?? ''}"`)
    expect(page.text).toContain('1 leg<')
  })

  it('shows the price of now, not of when the link was made', async () => {
    const demo = await startTestDemo()
    const [first] = await soccerLegs(demo)
    demo.turnTo(1900)
    const page = await open(demo, first?.link?.desktop ?? '')
    expect(page.text).toContain('data-price="Price not found"')
  })

  it('runs no script and loads nothing', async () => {
    const demo = await startTestDemo()
    const page = await demo.ask({ host: 'alpha_bet', path: '/betslip?s=%3Cscript%3Ealert(1)%3C/script%3E' })
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(page.text).not.toContain('<script')
    expect(page.text).toContain('data-price="Price not found"')
  })

  it('needs no key and shows none', async () => {
    const demo = await startTestDemo()
    const page = await demo.ask({ host: 'bravo', path: '/betslip' })
    expect(page.status).toBe(200)
    expect(page.text).not.toContain(demo.key)
  })
})
