import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chooseProfile } from '../../../src/main/compose/choose-profile.ts'
import { draft, startAccount } from '../../support/account/account-fixture.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

function fileOf(content: object): string {
  const file = join(tempFolder(), 'profile.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

/** A later start's request, in an account whose profile in use is the user's own. */
function startOwn() {
  const { account, events } = startAccount()
  account.use(account.save(null, draft()).id)
  events.splice(0)
  const ask = (request: { isDemo?: boolean; profileFile?: string | null }) =>
    chooseProfile(account, { isDemo: false, profileFile: null, ...request }, id => account.use(id))
  return { account, events, ask }
}

it('A start that asks for nothing changes nothing', () => {
  const { account, events, ask } = startOwn()
  ask({})
  expect(account.state().activeName).toBe('Mine')
  expect(events).toEqual([])
})

it('A start with --demo switches to the demo', () => {
  const { account, events, ask } = startOwn()
  ask({ isDemo: true })
  expect(account.isDemo).toBe(true)
  expect(events).toContain('switched')
})

it('A start with a profile file switches to that profile', () => {
  const { account, events, ask } = startOwn()
  ask({ profileFile: fileOf(draft({ name: 'Other' })) })
  expect(account.state().activeName).toBe('Other')
  expect(events).toContain('switched')
})

it.each<{ what: string; make: () => string; notice: RegExp }>([
  { what: 'no file', make: () => '', notice: /^No file was named\./ },
  { what: 'a missing file', make: () => join(tempFolder(), 'no.json'), notice: /no\.json can’t be read\./ },
  { what: 'another file', make: () => fileOf({ name: 'x' }), notice: /has a mistake\. Give “pricing”/ },
])('A start with $what leaves the profile as it is and says why', ({ make, notice }) => {
  const { account, ask } = startOwn()
  ask({ profileFile: make() })
  expect(account.state().activeName).toBe('Mine')
  expect(account.state().notices).toEqual([expect.stringMatching(notice)])
})
