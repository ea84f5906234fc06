import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jsonColumn, parseOwnJson, toJsonColumn } from '../../../src/main/storage/json-column.ts'

const Ids = z.array(z.number())

describe('jsonColumn', () => {
  it('parses the text of a value of its schema', () => {
    expect(jsonColumn(Ids).parse('[1,2]')).toEqual([1, 2])
  })

  it('reports text that is not JSON, or another value, as an issue', () => {
    expect(jsonColumn(Ids).safeParse('[1,').error?.issues).toMatchObject([{ message: 'not JSON' }])
    expect(jsonColumn(Ids).safeParse('["1"]').success).toBe(false)
    expect(jsonColumn(Ids).safeParse(null).success).toBe(false)
  })

  it('passes SQL NULL where it is nullable', () => {
    expect(jsonColumn(Ids).nullable().parse(null)).toBeNull()
  })
})

describe('toJsonColumn', () => {
  it('writes what jsonColumn parses, and null as SQL NULL', () => {
    expect(jsonColumn(Ids).parse(toJsonColumn([3]))).toEqual([3])
    expect(parseOwnJson(toJsonColumn([3]))).toEqual([3])
    expect(toJsonColumn(null)).toBeNull()
  })
})
