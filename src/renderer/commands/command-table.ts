/**
 * Every command of the window: its id, title, group and default keys. Keys, buttons, menus, palette, shortcuts dialog
 * and Settings › Keys are made from this table; components handle the commands (`useCommands`).
 */
import { appCommands } from './app-commands.ts'
import { commandGroups, type CommandSpec } from './command-spec.ts'
import { deskCommands } from './desk-commands.ts'
import { ledgerCommands } from './ledger-commands.ts'
import type { Scope } from './scopes.ts'

const table = { ...deskCommands, ...ledgerCommands, ...appCommands }

export type CommandId = keyof typeof table
export const commandTable: Readonly<Record<CommandId, CommandSpec>> = table
export const commandIds = Object.keys(table).filter((id): id is CommandId => id in table)

export const scopeOf = (id: CommandId): Scope =>
  commandTable[id].scope ?? commandGroups[commandTable[id].group]
