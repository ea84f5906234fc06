/** What the screen says of a price that moved, or that may be an error. */
import type { Move } from '../../../../shared/model/price/cell.ts'
import type { Worth } from '../../../../shared/model/price/row-value.ts'
import { percentText, pointsText, signedPercent } from '../../../format/share-text.ts'

/** `moved up 0.8 points`. */
export const moveText = ({ direction, points }: Move): string =>
  `moved ${direction} ${pointsText(points)} points`

/** How far a suspect price is from the other books' median: `52% above the other books’ median`. */
export const suspectText = (by: number): string =>
  `${percentText(Math.abs(by), 0)} ${by > 0 ? 'above' : 'below'} the other books’ median`

/** Why a suspect price is not ranked, in full. */
export const suspectExplanation = (by: number): string =>
  `Suspect: ${suspectText(by)}. Books cancel bets at obvious errors, so it is never the best price.`

/** What stands in the column of best values: the value and by what, or why it is only the price. */
export const worthHint = (worth: Worth | null): string =>
  worth === null
    ? 'Best price. Its value cannot be said: too few other books have a fresh price.'
    : `Expected value of the best price by ${worth.source === 'mine' ? 'your fair price' : 'the consensus of the other books'}`

/** Read out after the best price; nothing where its value cannot be said. */
export const worthSpoken = (worth: Worth | null | undefined): string =>
  worth ? `, expected value ${signedPercent(worth.ev)}` : ''
