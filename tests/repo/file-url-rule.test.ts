import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { fileUrls } from '../../tools/lint/file-urls.js'

const linter = new Linter()
const findBroken = (code: string) =>
  linter
    .verify(code, [{ plugins: { fileUrls }, rules: { 'fileUrls/no-pathname': 'error' } }], 'a.js')
    .map(message => message.ruleId ?? message.message)

describe('the file URL rule', () => {
  it.each([
    ['at once', 'spawn(new URL("a.mjs", import.meta.url).pathname)'],
    ['by a name', 'const file = new URL("a.mjs", import.meta.url); function run() { spawn(file.pathname) }'],
  ])('refuses the pathname of a file beside this one, %s', (_, code) => {
    expect(findBroken(code)).toEqual(['fileUrls/no-pathname'])
  })

  it.each([
    ['a path', 'spawn(fileURLToPath(new URL("a.mjs", import.meta.url)))'],
    ['a URL', 'new Worker(new URL("a.mjs", import.meta.url))'],
    [
      'an address of the web',
      'const url = new URL(request.url, "https://desk.example"); serve(url.pathname)',
    ],
    ['an address that is given', 'const serve = url => url.pathname'],
  ])('lets %s pass', (_, code) => {
    expect(findBroken(code)).toEqual([])
  })
})
