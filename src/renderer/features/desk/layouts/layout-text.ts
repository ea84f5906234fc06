/** Sentences about layouts. */
import {
  findLayout,
  maxLayoutName,
  maxLayouts,
  type SavedLayouts,
} from '../../../../shared/model/settings/saved-layout.ts'

/** Fault of a name; undefined if it has none. */
function findLengthFault(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.'
  return name.trim().length > maxLayoutName ? `Use up to ${maxLayoutName} characters.` : undefined
}

/** Reason why nothing can be saved under a name. An existing layout of that name is no reason: the user is asked. */
export function findSaveFault(name: string, layouts: SavedLayouts): string | undefined {
  const isFull = layouts.length >= maxLayouts && findLayout(layouts, name) === undefined
  return findLengthFault(name) ?? (isFull ? `Delete one first: ${maxLayouts} is the limit.` : undefined)
}

export function findRenameFault(from: string, to: string, layouts: SavedLayouts): string | undefined {
  const other = findLayout(layouts, to)
  const isTaken = other !== undefined && other.name !== from
  return findLengthFault(to) ?? (isTaken ? `“${other.name}” is taken.` : undefined)
}

/** `missing`: names of books of the layout that the profile lacks. */
export const appliedText = (name: string, missing: readonly string[]): string =>
  missing.length === 0
    ? `Layout “${name}” applied.`
    : `Layout “${name}” applied, without ${missing.join(', ')}: not in this profile.`
