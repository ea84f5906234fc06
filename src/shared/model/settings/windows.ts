/** The windows of the program: the main one, and second windows. */
import { z } from 'zod'

/** Colors of groups and their windows. Each is shown with its name. */
export const linkColors = ['blue', 'green', 'orange', 'purple'] as const
export const LinkColor = z.enum(linkColors)
export type LinkColor = z.infer<typeof LinkColor>

/** A window beside the main one: the ledger, or the group of a color. */
const secondWindows = ['ledger', ...linkColors] as const
export const SecondWindow = z.enum(secondWindows)
export type SecondWindow = z.infer<typeof SecondWindow>

export const windowNames = ['main', ...secondWindows] as const
export const WindowName = z.enum(windowNames)
export type WindowName = z.infer<typeof WindowName>

/** Second windows that are open. */
export const OpenWindows = z.strictObject({ open: z.array(SecondWindow) })
export type OpenWindows = Readonly<z.infer<typeof OpenWindows>>

/** Views of the main window. */
export const MainView = z.enum(['desk', 'ledger', 'accounts', 'scanner', 'settings'])
export type MainView = z.infer<typeof MainView>
