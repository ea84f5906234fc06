/** Our grid as the desk mounts it: one shallow ref a row, a clock of one second. */
import { createPinia } from 'pinia'
import { createApp, h, shallowRef, type Component, type ShallowRef } from 'vue'
import type { GridColumn } from '../../src/renderer/features/desk/columns/columns.ts'
import type { Row } from '../../src/shared/model/parlay/desk.ts'
import { books, displayAt } from './feed.ts'
import { measure, startedAt } from './measured-page.ts'

/** `grid` is our PriceGrid: the page's own script takes it from its file, which the plain type checker cannot read. */
export const measurePriceGrid = (grid: Component): void => {
  measure((feed, host) => {
    const rows = new Map<number, ShallowRef<Row>>(feed.rows.map(row => [row.id, shallowRef(row)]))
    const order = feed.rows.map(({ id }) => id)
    const columns = books.map((book): GridColumn => ({
      ...book,
      short: book.name,
      isFrozen: false,
      width: undefined,
    }))
    const display = shallowRef(displayAt(startedAt))
    const fixed = {
      order,
      columns,
      rowRef: (id: number) => rows.get(id),
      density: 'comfortable',
      selected: { parlayId: order[3] ?? 0, bookId: columns[2]?.bookId ?? '' },
      marked: new Set<number>(),
      style: 'height:100%',
    }
    createApp({ render: () => h(grid, { ...fixed, display: display.value }) })
      .use(createPinia())
      .mount(host)
    return {
      apply(changed) {
        for (const row of changed) {
          const known = rows.get(row.id)
          if (known !== undefined) known.value = row
        }
      },
      age(now) {
        display.value = displayAt(now)
      },
    }
  })
}
