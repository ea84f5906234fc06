import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'
import { describe, expect, it } from 'vitest'
import { language } from '../../tools/lint/language.js'

const linter = new Linter()
const rules = { 'language/names': 'error', 'language/comments': 'error', 'language/titles': 'error' } as const

/** Rules that `code` breaks, each once for every hit. */
function findBroken(code: string, file = 'src/shared/offer.ts'): string[] {
  const messages = linter.verify(
    code,
    [
      { plugins: { language }, rules },
      { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } },
      {
        files: ['**/*.vue'],
        languageOptions: { parser: vueParser, parserOptions: { parser: tseslint.parser } },
      },
    ],
    file,
  )
  expect(messages.filter(message => message.fatal)).toEqual([])
  return messages.map(message => message.ruleId ?? '')
}

describe('the language rule', () => {
  it.each([
    ['const toldGame = 1'],
    ['function tellAll() {}'],
    ['class Board { #owed = 0 }'],
    ['interface Host { readonly gate: string }'],
    ['const refresh = (wish: string) => wish'],
    ['const [kin] = []'],
  ])('refuses a banned word in a name: %s', code => {
    expect(findBroken(code)).toEqual(['language/names'])
  })

  it.each([
    ['const mostRows = 1'],
    ['const longestTimerMs = 1'],
    ['const leastBooks = 1'],
    ['function fewestOthers() {}'],
  ])('refuses a limit that is no max or min: %s', code => {
    expect(findBroken(code)).toEqual(['language/names'])
  })

  it('allows an ordinary name, and a key of the stored settings', () => {
    expect(findBroken('const maxRows = 1; const utmost = 2; const kind = { fewestBooks: 3 }')).toEqual([])
  })

  it('refuses a banned word in a file name', () => {
    expect(findBroken('', 'src/main/told-game.ts')).toEqual(['language/names'])
    expect(findBroken('', 'src/main/failure-sentence.ts')).toEqual(['language/names'])
  })

  it.each(['What', 'How', 'Whether', 'Where', 'Of', 'Those', 'Which', 'When', 'Who', 'Why'])(
    'refuses a comment that begins with %s',
    opener => {
      expect(findBroken(`/** ${opener} a price moved. */`)).toEqual(['language/comments'])
      expect(findBroken(`// ${opener} a price moved.`)).toEqual(['language/comments'])
      expect(findBroken(`/*\n * ${opener} a price moved.\n */`)).toEqual(['language/comments'])
    },
  )

  it('allows such a word at the beginning of a second line', () => {
    expect(findBroken('// Prices of a book, ready\n// When a price moved.')).toEqual([])
  })

  it('refuses a banned word in a comment, and prettier-ignore', () => {
    expect(findBroken('/** The window is told once. */')).toEqual(['language/comments'])
    expect(findBroken('// prettier-ignore')).toEqual(['language/comments'])
    expect(findBroken('/** A sign that stands for points. */')).toEqual([])
  })

  it('reads script and template of a component', () => {
    const code =
      '<script setup lang="ts">\n// Where it is.\n</script>\n<template><!-- What it is. --><p /></template>'
    expect(findBroken(code, 'src/renderer/OfferCard.vue')).toEqual(['language/comments', 'language/comments'])
  })

  it('refuses a banned word in a test title', () => {
    expect(findBroken("it('tells the window', () => {})")).toEqual(['language/titles'])
    expect(findBroken("describe.each([1])('is loaded anew', () => {})")).toEqual(['language/titles'])
    expect(findBroken("it('notifies the window', () => {})")).toEqual([])
  })
})
