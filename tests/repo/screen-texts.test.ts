/** Every text a user can read, of the renderer, of main and of the failures, against the words we do not use. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bannedWords, screenWords } from '../../tools/lint/vocabulary.js'
import { findTexts, type ScreenText } from '../support/repo/screen-texts.ts'

const root = resolve(import.meta.dirname, '../..')

/** Parts whose strings no user reads, or that are stored and cannot change. */
const unread = new Set([
  // Words of the log and of the smoke test's output.
  'src/main/log.ts',
  'src/main/smoke.ts',
  // Stored with every entry of the ledger; the screen has texts of its own.
  'src/main/ledger/state/next-entry.ts',
  // The first line of the witness file.
  'src/main/storage/witness.ts',
])
const paths = globSync('src/{renderer,main,shared}/**/*.{ts,vue}', { cwd: root })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => !unread.has(path))

const labelSlots = /^(?:aria-label|label|title|placeholder|term|caption|name)$/
const maxLabelWords = 9
const maxSentenceWords = 22

const countWords = (text: string): number => text.split(' ').filter(word => /[\p{L}\d…]/u.test(word)).length

/** Faults of a text, each with what to write instead. */
function findFaults({ text, slot }: ScreenText): string[] {
  const faults = [...bannedWords, ...screenWords].flatMap(([pattern, better]) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [`not “${found}” but ${better}`]
  })
  if (/!$/.test(text)) faults.push('no exclamation')
  if (/\w'\w/.test(text)) faults.push('a curly apostrophe')
  if (text.includes('...') && !text.includes('[...')) faults.push('… instead of three dots')
  if (labelSlots.test(slot) && text.includes('–')) faults.push('no dash between the ends of a range')
  if (labelSlots.test(slot) && countWords(text) > maxLabelWords) faults.push('a label of under ten words')
  if (text.split(/(?<=[.?])\s/).some(sentence => countWords(sentence) > maxSentenceWords))
    faults.push('a shorter sentence')
  return faults
}

/** The texts of each file, found once for all tests. */
const textsOf = new Map(
  paths.map(path => [path, findTexts(path, readFileSync(resolve(root, path), 'utf8'))] as const),
)
const describeFaults = (path: string, texts: readonly ScreenText[]): string[] =>
  texts.flatMap(found => findFaults(found).map(fault => `${path}:${found.line} “${found.text}”: ${fault}`))

describe('the texts of the program', () => {
  it('use no word that a US bettor would not write', () => {
    expect([...textsOf].flatMap(([path, texts]) => describeFaults(path, texts))).toEqual([])
  })

  it.each([
    ['src/renderer/features/account', 40],
    ['src/renderer/features/board', 150],
    ['src/renderer/features/desk', 300],
    ['src/renderer/features/ledger', 400],
    ['src/renderer/features/palette', 8],
    ['src/renderer/features/settings', 250],
    ['src/renderer/features/trending', 80],
    ['src/renderer/commands', 150],
    ['src/renderer/ui', 45],
    ['src/shared', 60],
    ['src/main/account', 40],
    ['src/main/board', 80],
    ['src/main/ledger', 110],
    ['src/main/links', 8],
  ])('are found below %s, at least %i', (folder, count) => {
    const found = [...textsOf].flatMap(([path, texts]) => (path.startsWith(`${folder}/`) ? texts : []))
    expect(found.length).toBeGreaterThanOrEqual(count)
  })

  it('are found in nearly every component', () => {
    const components = paths.filter(path => path.endsWith('.vue'))
    const silent = components.filter(path => textsOf.get(path)?.length === 0)
    expect(silent.length).toBeLessThan(components.length / 4)
  })
})

describe('findTexts', () => {
  const inTemplate = (template: string) =>
    findTexts(
      'Some.vue',
      `<script setup lang="ts">\nconst a = 1\n</script>\n<template>${template}</template>`,
    )
  const inScript = (code: string) => findTexts('some-text.ts', code).map(({ text }) => text)

  it.each([
    ['<p>Nothing\n here.</p>', 'Nothing here.', ''],
    ['<p>{{ a ? `Retry ${a}` : 1 }}</p>', 'Retry …', ''],
    ['<p aria-label="Sent parlays" />', 'Sent parlays', 'aria-label'],
    ["<p :title=\"a ? 'Save it' : ''\" />", 'Save it', 'title'],
    ['<TextField label="stake" />', 'stake', 'label'],
    ['<p>{{ pluralize(a, "leg") }}</p>', 'leg', ''],
    ['<p @click="say(\'Saved now\')" />', 'Saved now', ''],
    ['<p v-if="a"><b v-for="b in 3" :key="b">Each one</b></p>', 'Each one', ''],
  ])('finds the text of %s', (template, text, slot) => {
    expect(inTemplate(template)).toEqual([{ text, slot, line: 4 }])
  })

  it.each([
    ['const pill = { word: "Queue full" }', 'Queue full'],
    ['const says = (n: number) => `Checked ${n} legs.`', 'Checked … legs.'],
    ['throw invalidInput("stake", "Stake must be above 0.")', 'Stake must be above 0.'],
    ['throw new Refusal({ kind: "storage", sentence: "The disk is full." })', 'The disk is full.'],
  ])('finds the text of %s', (code, text) => {
    expect(inScript(code)).toEqual([text])
  })

  it.each([
    ['import { Some } from "./Some Thing.ts"'],
    ['type Kind = "As shown" | "Moved"'],
    ['if (event.key === "Arrow Up") run()'],
    ['throw new Error("No such row")'],
    ['db.prepare("SELECT id FROM legs WHERE id = ?")'],
    ['const kind = { class: "Big One" }'],
    ['switch (key) { case "Page Up": break }'],
  ])('passes over %s', code => {
    expect(inScript(code)).toEqual([])
  })
})

describe('a text we do not use', () => {
  const findFaultsIn = (path: string, source: string) => describeFaults(path, findTexts(path, source))

  it.each([
    ['Tries again at 6:01 PM'],
    ['No book that is on lacks a leg.'],
    ['The service refused the key.'],
    ['It will be told once.'],
    ['Open tickets are judged anew.'],
    ['The settings file could not be read.'],
    ['Enter the legs by hand.'],
    ['Start the program again.'],
    ['Prices it at every book at once.'],
    ['Loading was cancelled.'],
    ['Copy the ids.'],
    ['The board could not be stored.'],
    ['Please wait'],
    ['Saved!'],
    ["It isn't there."],
    ['Timed out after 12 s.'],
    ['Settings are kept until the program ends.'],
  ])('is a fault: %s', text => {
    expect(findFaultsIn('Some.vue', `<template><p>${text}</p></template>`)).not.toEqual([])
    expect(findFaultsIn('some.ts', `refuse(${JSON.stringify(text)})`)).not.toEqual([])
  })

  it('is a fault as a label of ten words', () => {
    const label = 'How many of the calls to make in any one minute'
    expect(findFaultsIn('Some.vue', `<template><TextField label="${label}" /></template>`)).toHaveLength(1)
  })
})
