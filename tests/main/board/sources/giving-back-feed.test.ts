import { expect, it } from 'vitest'
import { book } from '../../../fakes/desk-rows.ts'
import { bytesOf, eventually, odds, startSources } from '../../../support/board/sources-fixture.ts'

const profile = { id: 'mine', name: 'Mine', pricing: '', queue: '', grader: '', feed: 'https://feed.test/' }

/** A feed of two books with the same two selections, and how often it was asked. */
async function startFeed() {
  const asked: string[] = []
  const feed = {
    profile: () => Promise.resolve(profile),
    books: () => [book('alpha', 'Alpha'), book('bravo', 'Bravo')],
    fetch: ({ hostId = '' }: { hostId?: string }) => {
      asked.push(hostId)
      const list = ['River Town', 'Harbor City'].map(name => odds(name, hostId))
      return Promise.resolve(new TextEncoder().encode(JSON.stringify(list)))
    },
  }
  const started = await startSources({ feedUse: () => 'on-demand', feed: () => feed })
  const named = (name: string) => started.sources.list().find(source => source.name === name)
  return { ...started, asked, named }
}

it('a feed is not asked by itself for what a source covered that has gone, and says what it is owed', async () => {
  const { sources, asked, named, names } = await startFeed()
  await sources.load('feed')
  await sources.add({ bytes: bytesOf('River Town', 'Bay City'), name: 'later' })
  expect(named('later')?.covers).toEqual([{ name: 'Odds feed', offers: 1, comesBack: false }])
  await sources.remove(named('later')?.id ?? '')
  expect(named('Odds feed')).toMatchObject({ owed: 1, offers: 3 })
  expect(asked).toHaveLength(2)
  expect(await names()).toEqual(['Harbor City', 'River Town'])
  await sources.load('feed')
  expect(named('Odds feed')).toMatchObject({ owed: 0, offers: 4 })
})

it('a feed that is turned off gives way to what others had, and loads of these can be cancelled', async () => {
  const { sources, named, asked } = await startFeed()
  await sources.add({ bytes: bytesOf('River Town'), name: 'dropped' })
  await sources.load('feed')
  expect(named('dropped')).toMatchObject({ offers: 0 })
  const { id = '' } = named('dropped') ?? {}
  await sources.turn('feed', false)
  sources.cancel(id)
  await eventually(() => expect(named('dropped')?.state.kind).toBe('failed'))
  expect(named('dropped')).toMatchObject({ owed: 1, offers: 0 })
  // What goes next has it try again.
  await sources.add({ bytes: bytesOf('Bay City'), name: 'other' })
  await sources.turn(named('other')?.id ?? '', false)
  await eventually(() => expect(named('dropped')).toMatchObject({ owed: 0, offers: 1 }))
  expect(asked).toHaveLength(2)
})
