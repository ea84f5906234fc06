/** Name of this window, from the address that the main process gave it. */
import { type LinkColor, linkColors, type WindowName, windowNames } from '../shared/model/settings/windows.ts'

export function getWindowName(): WindowName {
  const name = new URLSearchParams(location.search).get('window')
  return windowNames.find(each => each === name) ?? 'main'
}

/** The group whose parlays this window shows; undefined for a window that shows no group. */
export const getWindowGroup = (): LinkColor | undefined => linkColors.find(color => color === getWindowName())

/** `Group blue`: the name beside the color. */
export const groupName = (color: LinkColor): string => `Group ${color}`
