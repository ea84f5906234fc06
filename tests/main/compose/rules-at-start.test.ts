/** Rules of an earlier start, in the whole program as main composes it. */
import { expect, it, vi } from 'vitest'
import type { DeskApi } from '../../../src/shared/contract.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { composeProgram, endProgram } from '../../support/bridge/composed-program.ts'
import { createWindowApi, smallDemoFolder } from '../../support/bridge/running-program.ts'
import { ruleDraft } from '../../support/desk/rule-tape.ts'
import { readFacts } from '../../support/bridge/program-facts.ts'

async function start(folder: string): Promise<DeskApi> {
  const window = await composeProgram(folder)
  window.listeners.get('ready-to-show')?.()
  return createWindowApi(window.webContents)
}

it('A rule that was saved at a first start is there after the next, and fires', async () => {
  const folder = smallDemoFolder()
  const first = await start(folder)
  const draft = ruleDraft({ actions: ['notify'], ev: 0 })
  expect(await first.rules.save({ id: null, draft })).toMatchObject({ ok: true })
  await endProgram()

  const api = await start(folder)
  expect(await api.rules.snapshot()).toMatchObject({ ok: true, value: { rules: [{ ...draft, id: 1 }] } })
  const selections = await vi.waitUntil(() => findSelections(api), { timeout: 20_000 })
  const added = await api.desk.addParlay({ selections, note: noNote })
  expect(added).toMatchObject({ ok: true })
  const price = { text: '-10000', format: 'american' as const }
  expect(await api.desk.setFairPrice({ parlayId: 1, price })).toMatchObject({ ok: true })
  const firedRules = async () => {
    const state = await api.rules.snapshot()
    return state.ok && state.value.decisions.map(({ ruleId, outcome }) => `${ruleId} ${outcome}`)
  }
  await vi.waitFor(async () => expect(await firedRules()).toContain('1 met'), { timeout: 20_000 })
})

/** Two selections of one game; undefined while the odds are loading. */
async function findSelections(api: DeskApi): Promise<string[] | undefined> {
  const { lines } = await readFacts(api)
  const gameOf = (key: string) => key.split('#', 1)[0]
  const ofGame = lines.filter(({ key }) => gameOf(key) === gameOf(lines[0]?.key ?? ''))
  const keys = [...Map.groupBy(ofGame, ({ market }) => market).values()].flatMap(([line]) => line?.key ?? [])
  return keys.length < 2 ? undefined : keys.slice(0, 2)
}
