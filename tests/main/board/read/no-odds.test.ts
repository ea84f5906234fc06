import { describe, expect, it } from 'vitest'
import { readText } from '../../../support/board/batches.ts'

describe('a text without odds objects', () => {
  it.each(['{}', 'null', '""', '42', '[1, 2]', '{"odds":{}}', '{"message":null}\n{"games":{}}'])(
    'is refused where it is no feed: %s',
    text => {
      expect(() => readText(text)).toThrow(
        'There are no odds objects in it. Check that this is the right text, file or address.',
      )
    },
  )

  it.each([
    ['{"message":"Down for maintenance"}', 'Down for maintenance'],
    ['{"error":"rate limit","code":429}', 'rate limit'],
    ['{"odds":[],"error":{"message":"no such league"}}', 'no such league'],
    ['{"odds":[],"error":{"code":7}}', '{"code":7}'],
    ['{"odds":[],"errors":["upstream down"]}', 'upstream down'],
    ['{"odds":[],"error":true}', 'error true'],
  ])('is refused with the trouble it tells: %s', (text, says) => {
    const sentence = `There are no odds objects in it; it says “${says}”. Load it again later.`
    expect(() => readText(text)).toThrow(sentence)
  })

  it.each([
    '[]',
    '{"games":[]}',
    '[{"id":"game","sportsbooks":[{"odds":[]}]}]',
    '{"odds":[],"message":"","error":false,"errors":{}}',
    '{"games":[]}\n{"games":[]}',
    'id,sgp\n',
  ])('is a feed that has none where it lists none: %s', text => {
    expect(readText(text)).toMatchObject({ updatedAt: { length: 0 }, leftOut: [] })
  })
})
