import { beforeEach, describe, expect, it } from 'vitest'
import { copyImage, copyTable, copyText, DeepLinks } from '../../../src/main/links/deep-link.ts'
import { clipboard, shell } from '../../support/electron.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'

const link = 'https://bets.example/slip?id=1'

function startLinks(demoPort: string | null = null) {
  const approved = new Set<string>()
  let now = 1_000
  const links = new DeepLinks({
    approvals: {
      has: (bookId, host) => approved.has(`${bookId} ${host}`),
      add: (bookId, host) => approved.add(`${bookId} ${host}`),
    },
    demoPort: () => demoPort,
    now: () => now,
  })
  return { links, approved, wait: (ms: number) => (now += ms) }
}

beforeEach(() => {
  shell.openExternal.mockClear()
  clipboard.writeText.mockClear()
})
const opened = () => shell.openExternal.mock.calls.map(([url]) => url)

describe('opening a link', () => {
  it('asks about a host that is new for this book, with the whole address, and opens nothing', async () => {
    const { links } = startLinks()
    expect(await catchFailure(() => links.open('bravo', link, 'no'))).toEqual({
      kind: 'link-unapproved',
      host: 'bets.example',
      url: link,
    })
    expect(opened()).toEqual([])
  })

  it('opens it once when the user says once, and asks again the next time', async () => {
    const { links, wait } = startLinks()
    expect(await links.open('bravo', link, 'once')).toEqual({ host: 'bets.example' })
    wait(1_000)
    expect(await catchFailure(() => links.open('bravo', link, 'no'))).toMatchObject({
      kind: 'link-unapproved',
    })
    expect(opened()).toEqual([link])
  })

  it('remembers always, for this book and host alone', async () => {
    const { links, approved, wait } = startLinks()
    await links.open('bravo', link, 'always')
    wait(1_000)
    await links.open('bravo', 'https://bets.example/other', 'no')
    expect([...approved]).toEqual(['bravo bets.example'])
    for (const [book, other] of [
      ['alpha', link],
      ['bravo', 'https://www.bets.example/'],
    ] as const)
      expect(await catchFailure(() => links.open(book, other, 'no'))).toMatchObject({
        kind: 'link-unapproved',
      })
    expect(opened()).toHaveLength(2)
  })

  it('happens at most once in 500 ms', async () => {
    const { links, wait } = startLinks()
    await links.open('bravo', link, 'always')
    wait(499)
    expect(await catchFailure(() => links.open('bravo', link, 'no'))).toEqual({
      kind: 'link-refused',
      sentence: 'A link just opened. Try again in a moment.',
    })
    wait(1)
    await links.open('bravo', link, 'no')
    expect(opened()).toHaveLength(2)
  })

  it('happens once for two presses before the browser has answered', async () => {
    const { links, approved } = startLinks()
    approved.add('bravo bets.example')
    const presses = [links.open('bravo', link, 'no'), links.open('bravo', link, 'no')]
    expect((await Promise.allSettled(presses)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(opened()).toHaveLength(1)
  })

  it('approves no host by a press that came too soon to open it', async () => {
    const { links, approved } = startLinks()
    await links.open('bravo', link, 'once')
    expect(await catchFailure(() => links.open('bravo', link, 'always'))).toMatchObject({
      kind: 'link-refused',
    })
    expect(approved.size).toBe(0)
  })

  it('never opens what the policy refuses, nor remembers its host', async () => {
    const { links, approved } = startLinks()
    for (const bad of [
      'javascript:alert(1)',
      'bookapp://slip',
      'http://bets.example/',
      'https://u@bets.example/',
    ])
      expect(await catchFailure(() => links.open('bravo', bad, 'always'))).toMatchObject({
        kind: 'link-refused',
      })
    expect([opened(), approved.size]).toEqual([[], 0])
  })

  it('opens the demo’s own pages without asking, while the demo is in use', async () => {
    const page = 'http://bravo.localhost:9001/slip'
    await startLinks('9001').links.open('bravo', page, 'no')
    expect(opened()).toEqual([page])
    expect(await catchFailure(() => startLinks().links.open('bravo', page, 'always'))).toMatchObject({
      kind: 'link-refused',
    })
  })
})

describe('a page on this machine', () => {
  it('is never opened for a service, whatever the user says', async () => {
    for (const page of ['https://bets.localhost/', 'https://127.0.0.1/', 'https://localhost/'])
      for (const demoPort of ['9001', null])
        expect(
          await catchFailure(() => startLinks(demoPort).links.open('bravo', page, 'always')),
        ).toMatchObject({
          kind: 'link-refused',
        })
    expect(opened()).toEqual([])
  })
})

describe('copying a link', () => {
  it('puts it on the clipboard as it is, an app’s link too', async () => {
    const { links } = startLinks()
    expect(await links.copy(link)).toEqual({ host: 'bets.example' })
    expect(await links.copy('bookapp://slip/1')).toEqual({ host: 'slip' })
    expect(await links.copy('slip-1')).toEqual({ host: '' })
    expect(clipboard.writeText.mock.calls).toEqual([[link], ['bookapp://slip/1'], ['slip-1']])
  })

  it('refuses one with characters that a terminal or a reader would take for something else', async () => {
    const { links } = startLinks()
    for (const bad of ['bookapp://x\nrm -rf', 'bookapp://x\u202Ey', `app://${'x'.repeat(3_000)}`])
      expect(await catchFailure(() => links.copy(bad))).toMatchObject({ kind: 'link-refused' })
    expect(clipboard.writeText).not.toHaveBeenCalled()
  })
})

describe('a link for a phone', () => {
  it('is drawn only when it passes the policy', async () => {
    const { links } = startLinks()
    expect(links.phone('bookapp://slip/1')).toEqual({ link: 'bookapp://slip/1' })
    expect(await catchFailure(() => links.phone('tel:+15550100'))).toMatchObject({
      kind: 'link-refused',
    })
  })

  it('may be a page of the demo while the demo is in use', () => {
    const page = 'http://bravo.localhost:9001/slip'
    expect(startLinks('9001').links.phone(page)).toEqual({ link: page })
  })
})

it('copyText puts the text on the clipboard', async () => {
  await copyText('Reed O20.5 pts')
  expect(clipboard.writeText.mock.calls).toEqual([['Reed O20.5 pts']])
})

it('copyTable puts the table on the clipboard as text and as HTML', async () => {
  await copyTable({ text: 'a\tb', html: '<table></table>' })
  const [item] = clipboard.write.mock.lastCall?.[0] ?? []
  expect(item?.items).toEqual({ 'text/plain': 'a\tb', 'text/html': '<table></table>' })
})

it('copyImage puts the picture on the clipboard as PNG', async () => {
  await copyImage(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))
  const [item] = clipboard.write.mock.lastCall?.[0] ?? []
  expect(item?.items['image/png']).toMatchObject({ size: 4, type: 'image/png' })
})
