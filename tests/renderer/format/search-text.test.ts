import { describe, expect, it } from 'vitest'
import { toWords } from '../../../src/renderer/format/search-text.ts'

describe('the words of a text', () => {
  it('are its letters and digits, without case, accents and marks', () => {
    expect(toWords('Ángel O21.5 pts — “ML”')).toEqual(['angel', 'o21', '5', 'pts', 'ml'])
  })

  it('are none where there is no letter', () => {
    expect(toWords(' – ')).toEqual([])
  })
})
