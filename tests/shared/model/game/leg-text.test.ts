import { expect, it } from 'vitest'
import { splitLegText } from '../../../../src/shared/model/game/leg-text.ts'

it.each([
  ['flint o21.5 pts + ml', ['flint o21.5 pts', 'ml']],
  ['flint o21.5 pts, ml; hale td', ['flint o21.5 pts', 'ml', 'hale td']],
  ['flint AND hale & ml\n\nnpr -3.5', ['flint', 'hale', 'ml', 'npr -3.5']],
  ['flint pts+ ml', ['flint pts', 'ml']],
  ['flint o21,5 pts, ml', ['flint o21.5 pts', 'ml']],
  ['flint o21,o220', ['flint o21', 'o220']],
  ['flint pts+reb', ['flint pts+reb']],
  ['chiefs +3.5', ['chiefs +3.5']],
  ['flint 20+ pts', ['flint 20+ pts']],
  ['anderson ml', ['anderson ml']],
  [' , + ', ['+']],
  ['', []],
])('splitLegText(%j) is %j', (text, parts) => {
  expect(splitLegText(text)).toEqual(parts)
})
