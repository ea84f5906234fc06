/** What else can be asked about a price, as commands: offered by the parts of the cell's pane, which need a cell. */
import type { Command } from '../../palette/palette-store.ts'

export const cellTools = {
  history: 'Price history',
  legCosts: 'Leg costs',
  lineSteps: 'Line steps',
  alert: 'Alert at this price',
  definitions: 'What the numbers mean',
} as const

export const noCell = 'Select a price first'
export const noRow = 'Select a parlay first'

/** Found by name also while no price is selected, with what they wait for. */
export const waitingTools: readonly Command[] = Object.values(cellTools).map(title => {
  return { title, blocked: noCell, run: () => undefined }
})
