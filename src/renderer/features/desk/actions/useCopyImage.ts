/** The parlay of the selected cell as a picture to share, with the price shown there. */
import { findPrice } from '../../../../shared/model/price/quote.ts'
import { priceText } from '../../../format/price-text.ts'
import { copyImage } from '../../../share/copy-parlay.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useNotice } from '../context/useNotice.ts'
import { useSelection } from '../context/useSelection.ts'
import { rowTitle } from '../rows/row-text.ts'

export function useCopyImage(): () => Promise<void> {
  const { row, cell, column } = useSelection()
  const display = useDisplay()
  const { showText, showFailure } = useNotice()

  return async () => {
    if (row.value === undefined) return
    const price = findPrice(cell.value?.quote)
    const outcome = await copyImage({
      title: rowTitle(row.value),
      legs: row.value.legs,
      price: price && priceText(price, display.value.format),
      book: price && column.value?.name,
    })
    if (outcome?.ok === false) showFailure(outcome.failure)
    else showText(outcome ? 'Image copied.' : 'Could not draw the image.')
  }
}
