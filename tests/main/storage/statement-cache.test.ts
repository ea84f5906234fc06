import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { StatementCache } from '../../../src/main/storage/statement-cache.ts'

it('StatementCache prepares each SQL text once, and drops the oldest of too many', () => {
  using database = openDatabase(':memory:', [])
  const cache = new StatementCache(database)
  const first = cache.prepare('SELECT 0 AS n')
  expect(first.get()).toEqual({ n: 0 })
  for (let n = 1; n < 64; n++) cache.prepare(`SELECT ${n} AS n`)
  expect(cache.prepare('SELECT 0 AS n')).toBe(first)
  const last = cache.prepare('SELECT 64 AS n')
  expect(cache.prepare('SELECT 64 AS n')).toBe(last)
  expect(cache.prepare('SELECT 0 AS n')).not.toBe(first)
  expect(cache.prepare('SELECT 2 AS n').get()).toEqual({ n: 2 })
})
