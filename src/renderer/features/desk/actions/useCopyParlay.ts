/** Copies the parlay of the selected cell with its price: as text, or as a picture. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'
import { useCommandStore } from '../../../commands/command-store.ts'
import { priceText } from '../../../format/price-text.ts'
import { copyImage, copyParlay, describeCopy } from '../../../share/copy-parlay.ts'
import type { SharedParlay } from '../../../share/parlay-image.ts'
import { useColumns } from '../columns/useColumns.ts'
import { useDisplay } from '../context/useDisplay.ts'
import { useSelection } from '../context/useSelection.ts'
import { findRowTop } from '../value/best-price.ts'

export function useCopyPrice(): () => Promise<void> {
  const findShared = useShared()
  const commands = useCommandStore()
  return async () => {
    const shared = findShared()
    if (shared === undefined) return
    const done = shared.price === undefined ? 'Legs copied, without a price.' : 'Price and legs copied.'
    commands.report = describeCopy(await copyParlay(shared), done)
  }
}

export function useCopyImage(): () => Promise<void> {
  const findShared = useShared()
  const commands = useCommandStore()
  return async () => {
    const shared = findShared()
    if (shared === undefined) return
    commands.report = describeCopy(await copyImage(shared), 'Image copied.')
  }
}

const nameGames = (legs: Row['legs']): string => [...new Set(legs.map(({ game }) => game.title))].join(' + ')

function useShared(): () => SharedParlay | undefined {
  const { row, cell, column } = useSelection()
  const { columns } = useColumns()
  const display = useDisplay()
  return () => {
    if (row.value === undefined) return undefined
    const price = findPrice(cell.value?.quote)
    const top = findRowTop(row.value, columns.value, display.value)
    return {
      title: row.value.note.name || nameGames(row.value.legs),
      legs: row.value.legs,
      price: price && priceText(price, display.value.format),
      isBest: top?.claim === 'best' && top.books.some(({ bookId }) => bookId === column.value?.bookId),
      book: price && column.value?.name,
      at: price && cell.value?.quote?.at,
    }
  }
}
