/** The steps of the tour: actions of the user on the real screen, each with its target there. */
import type { CommandId } from '../../commands/command-table.ts'
import type { ViewName } from '../../navigation-store.ts'

/** State of the window that steps depend on. */
export interface TourFacts {
  readonly view: ViewName
  readonly query: string
  readonly slipLegs: number
  readonly parlays: number
  /** Parlay added last from the slip, also one that was on the desk already: another object each time. */
  readonly lastAdded: object | undefined
  /** True if each book has answered for each parlay, and none has a price. */
  readonly isUnpriced: boolean
  /** True if the bet slip of the selected price can be opened. */
  readonly canOpenSlip: boolean
  readonly hasOpenedSlip: boolean
  readonly tickets: number
}

export type Side = 'right' | 'left' | 'below' | 'above'

export interface TourStep {
  readonly title: string
  readonly text: string
  /** Replaces the text where that can't be done, or is done. */
  readonly otherText?: (now: TourFacts) => string | undefined
  /** Selectors of its target; the first one on screen counts. */
  readonly targets: readonly string[]
  /** Side of its card, if there is room. */
  readonly side: Side
  /** Selector of a larger part that the card must not cover. */
  readonly beside?: string
  /** True if its target is in the details of a price: their pane is opened for it, and a price selected. */
  readonly needsDetails?: boolean
  /** True if it needs legs on the slip: without one it says so, and leads back. */
  readonly needsLegs?: boolean
  /** True if it shows prices: without a priced parlay on the desk it says so, and leads back. */
  readonly needsParlay?: boolean
  /** Command whose key is shown. */
  readonly command?: CommandId
  /** True once the user has done it since the tour began; a step without this function continues by Next. */
  readonly isDone?: (now: TourFacts, before: TourFacts) => boolean
}

/** A parlay was added. The steps that lead to it are done then, also for a user faster than the card. */
const isAdded = (now: TourFacts, before: TourFacts): boolean =>
  now.parlays > before.parlays || now.lastAdded !== before.lastAdded

const minQueryLength = 3
const legsRail = '.side-pane.left .rail'
const detailsRail = '.side-pane.right .rail'

export const tourSteps: readonly TourStep[] = [
  {
    title: 'Find a leg',
    text: 'Type a player, team or market. Try “threes over”.',
    targets: ['[data-scope="search"] input[type="search"]', legsRail],
    side: 'right',
    command: 'legs.search',
    isDone: (now, before) =>
      now.query.trim().length >= minQueryLength || now.slipLegs >= 2 || isAdded(now, before),
  },
  {
    title: 'Pick two legs',
    text: 'Click two of one game. Or use ↓ and Enter.',
    targets: ['[data-scope="search"] [role="listbox"]', legsRail],
    side: 'right',
    isDone: (now, before) => now.slipLegs >= 2 || isAdded(now, before),
  },
  {
    title: 'Add the parlay',
    text: 'Adding it gets a price from every book.',
    targets: ['[data-command="slip.add"]', '[data-scope="slip"]', legsRail],
    side: 'right',
    beside: '.side-pane.left .pane-body',
    needsLegs: true,
    command: 'slip.add',
    isDone: isAdded,
  },
  {
    title: 'Read the best price',
    text: 'Gold is the best price. Below it is its age.',
    targets: ['.price-grid .best[aria-selected="true"]', '.price-grid .best', '.price-grid'],
    needsParlay: true,
    side: 'below',
  },
  {
    title: 'See the details',
    text: 'Your EV, the next best book and the legs.',
    targets: ['.cell-pane', detailsRail],
    needsDetails: true,
    needsParlay: true,
    side: 'left',
    command: 'desk.toggle-cell',
  },
  {
    title: 'Recheck and open',
    text: 'Asks the book again, then opens its bet slip.',
    otherText: ({ canOpenSlip, hasOpenedSlip }) =>
      canOpenSlip || hasOpenedSlip ? undefined : 'This price can’t be opened. Click another, or press Next.',
    targets: ['.cell-pane [data-command="price.open"]', detailsRail],
    needsDetails: true,
    needsParlay: true,
    side: 'left',
    beside: '.cell-pane',
    command: 'price.open',
    isDone: ({ hasOpenedSlip }, before) => hasOpenedSlip && !before.hasOpenedSlip,
  },
  {
    title: 'Record your bet',
    text: 'Type a stake and press Enter.',
    targets: ['.cell-pane [data-command="price.record"]', detailsRail],
    needsDetails: true,
    needsParlay: true,
    side: 'left',
    beside: '.cell-pane',
    command: 'price.record',
    isDone: ({ tickets }, before) => tickets > before.tickets,
  },
  {
    title: 'See it in the ledger',
    text: 'Open the Ledger. Your ticket settles when its games end.',
    otherText: ({ view }) => (view === 'ledger' ? 'Your ticket settles when its games end.' : undefined),
    targets: ['[data-ticket]', '#tab-ledger'],
    side: 'below',
    command: 'view.ledger',
  },
]

const [findStep, pickStep, addStep] = [0, 1, 2]

/** Reason why a step cannot be done now, and the step that mends it, with its button. */
export interface TourObstacle {
  readonly text: string
  readonly leadsTo: number
  readonly button: string
}

export function findObstacle(
  step: TourStep | undefined,
  { parlays, slipLegs, isUnpriced }: TourFacts,
): TourObstacle | undefined {
  if (step?.needsLegs === true && slipLegs === 0)
    return { text: 'No legs picked yet. Pick two first.', leadsTo: pickStep, button: 'Pick legs' }
  if (step?.needsParlay !== true || (parlays > 0 && !isUnpriced)) return undefined
  if (parlays > 0)
    return {
      text: 'No book prices these legs. Pick two of other players.',
      leadsTo: pickStep,
      button: 'Pick legs',
    }
  const text = 'Your desk is empty. Add a parlay first.'
  return slipLegs >= 2
    ? { text, leadsTo: addStep, button: 'Add the parlay' }
    : { text, leadsTo: findStep, button: 'Find legs' }
}

export const isStepDone = (at: number, now: TourFacts, before: TourFacts): boolean =>
  tourSteps[at]?.isDone?.(now, before) === true

/**
 * The next step that is not done; after one that cannot be done, the next that can: steps that show nothing are skipped
 * together. `before`: when the tour began.
 */
export function findNextStep(at: number, now: TourFacts, before: TourFacts): number {
  const isStuck = !isStepDone(at, now, before) && findObstacle(tourSteps[at], now) !== undefined
  const next = tourSteps.findIndex(
    (step, place) =>
      place > at && !isStepDone(place, now, before) && (!isStuck || findObstacle(step, now) === undefined),
  )
  return next < 0 ? at + 1 : next
}
