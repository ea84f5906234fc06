/** Sizes of the grid, in CSS pixels; they depend on density, price format, font and the window's scale. */
import { computed } from 'vue'
import type { GridLayout } from '../../../../shared/model/settings/settings.ts'
import { useScale } from '../../../theme/useScale.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { toColumnSizes } from '../columns/columns.ts'
import { useTextWidth } from '../../../theme/useTextWidth.ts'

/** At scale 1. */
const rowHeights: Readonly<Record<GridLayout['density'], number>> = {
  compact: 30,
  cozy: 36,
  comfortable: 44,
}
const headHeightAtOne = 26
/** As in price-grid.css. */
const [headFontSize, nameFontSize, nameMargins] = [11, 12, 18]

/** With promotions there is a second column of best values. */
export function useGridSizes(
  density: () => GridLayout['density'],
  display: () => Pick<DisplayContext, 'format' | 'promotions'>,
) {
  const scale = useScale()
  const headTextWidth = useTextWidth(() => headFontSize * scale.value)
  return {
    rowHeight: computed(() => Math.round(rowHeights[density()] * scale.value)),
    headHeight: computed(() => Math.round(headHeightAtOne * scale.value)),
    columns: computed(() => {
      const sizes = toColumnSizes(display().format, scale.value, headTextWidth.value)
      return display().promotions ? { ...sizes, best: 2 * sizes.best, bests: 2 } : sizes
    }),
    nameMargins: computed(() => nameMargins * scale.value),
    nameTextWidth: useTextWidth(() => nameFontSize * scale.value),
  }
}
