/** Content of the settings file. Free of electron, so that benchmarks use it too. */
import { z } from 'zod'
import { SlipDraft, TicketForm, TicketFormId } from '../../shared/model/drafts.ts'
import { Book } from '../../shared/model/game/book.ts'
import { SelectionKey } from '../../shared/model/game/selection.ts'
import { FeedPlan, LoadReport, Source, SourceId } from '../../shared/model/game/source.ts'
import { AutoSeconds, AutoShare, CallLimits, defaultAuto } from '../../shared/model/settings/budget.ts'
import {
  GridLayout,
  plainLayout,
  defaultKeepLimits,
  KeepLimits,
  defaultStaleAfterMs,
  Settings,
  defaultValueSettings,
  ValueSettings,
} from '../../shared/model/settings/settings.ts'
import {
  LedgerLayout,
  plainLedgerLayout,
  plainPanes,
  StoredPanes,
  TourState,
  ZoomFactor,
} from '../../shared/model/settings/view.ts'
import { defaultSounds, Sounds } from '../../shared/model/settings/sounds.ts'
import { WindowName } from '../../shared/model/settings/windows.ts'
import { StoredLayouts } from '../../shared/model/settings/saved-layout.ts'
import { ScanSettings } from '../../shared/model/price/scan.ts'
import { KeyBindings } from '../../shared/model/settings/key-bindings.ts'
import { RecentCommands } from '../../shared/model/settings/recent-commands.ts'
import { noUpdates, UpdateMemory } from '../../shared/model/settings/updates.ts'
import { Profile, ProfileId, demoProfileId } from '../../shared/model/settings/profile.ts'

/** Origin of a source's odds. Paths stay in the main process; only names cross the bridge. */
export const SourceOrigin = z.discriminatedUnion('kind', [
  /** Text of the clipboard, or bytes of a dropped file: the program keeps a copy. */
  z.strictObject({ kind: z.literal('paste') }),
  z.strictObject({ kind: z.literal('dropped') }),
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('watch'), path: z.string().min(1), isFolder: z.boolean() }),
  z.strictObject({ kind: z.literal('feed'), plan: FeedPlan }),
])
export type SourceOrigin = Readonly<z.infer<typeof SourceOrigin>>

export const StoredSource = z.strictObject({
  id: SourceId,
  name: Source.shape.name,
  origin: SourceOrigin,
  isOn: z.boolean(),
  lastLoad: LoadReport.nullable(),
  /** Last loads of the files of a watched source, by part; `lastLoad` is their sum. */
  parts: z.record(z.string(), LoadReport).optional(),
})
export type StoredSource = Readonly<z.infer<typeof StoredSource>>

/** Files of earlier versions lack the fields that came later. */
const StoredValue = ValueSettings.extend({
  singlesMaxAgeMs: ValueSettings.shape.singlesMaxAgeMs.default(defaultValueSettings.singlesMaxAgeMs),
  stakePresets: ValueSettings.shape.stakePresets.default(defaultValueSettings.stakePresets),
  fairSource: ValueSettings.shape.fairSource.default(defaultValueSettings.fairSource),
  fairMethod: ValueSettings.shape.fairMethod.default(defaultValueSettings.fairMethod),
  fairWeights: ValueSettings.shape.fairWeights.default(defaultValueSettings.fairWeights),
  gameCap: ValueSettings.shape.gameCap.default(defaultValueSettings.gameCap),
  openCap: ValueSettings.shape.openCap.default(defaultValueSettings.openCap),
  partitionMaxAgeMs: ValueSettings.shape.partitionMaxAgeMs.default(defaultValueSettings.partitionMaxAgeMs),
})

const StoredGrid = GridLayout.extend({
  rowSort: GridLayout.shape.rowSort.default(plainLayout.rowSort),
  myOrder: GridLayout.shape.myOrder.default([]),
})

const Int = z.number().int()

/** Place of a window. `isOpen`: it is open, and opens again at the next start. */
const StoredPlace = z.strictObject({
  bounds: z.strictObject({ x: Int, y: Int, width: Int, height: Int }).nullable().default(null),
  /** The display that it was on. */
  displayId: z.number().nullable().default(null),
  isMaximized: z.boolean().default(false),
  isOpen: z.boolean().default(false),
})
export type StoredPlace = Readonly<z.infer<typeof StoredPlace>>

/** Version of the format; a program refuses a file of a later one. */
export const settingsVersion = 1

export const StoredSettings = z.strictObject({
  version: z.literal(settingsVersion).default(settingsVersion),
  profiles: z.array(Profile).default([]),
  activeProfileId: ProfileId.default(demoProfileId),
  /** Profiles whose key was saved in the system keychain; never the key itself. */
  savedKeys: z.array(ProfileId).default([]),
  theme: Settings.shape.theme.default('system'),
  priceFormat: Settings.shape.priceFormat.default('american'),
  staleAfterMs: Settings.shape.staleAfterMs.default(defaultStaleAfterMs),
  value: StoredValue.default(defaultValueSettings),
  /** Limits of the price history. */
  keepPrices: KeepLimits.default(defaultKeepLimits),
  /** By profile, in column order. */
  books: z.record(ProfileId, z.array(Book)).default({}),
  /** Limits of calls with the key, by profile; without a limit it is learned from the service. */
  callLimits: z.record(ProfileId, CallLimits).default({}),
  /** Interval of auto-refresh, null for none, and the share of the call limit it may use. */
  autoSeconds: AutoSeconds.nullable().default(defaultAuto.everySeconds),
  autoShare: AutoShare.default(defaultAuto.share),
  /** True if prices go on refreshing while the window is hidden. */
  isAutoWhileHidden: z.boolean().default(false),
  /** Hosts whose links may be opened, by profile, then by book. */
  approvedHosts: z.record(ProfileId, z.record(z.string(), z.array(z.string()))).default({}),
  /** Sources of the board's odds, by profile, oldest first. */
  sources: z.record(ProfileId, z.array(StoredSource)).default({}),
  /** Selections the user pinned, and those used last, by profile, newest first. */
  pins: z.record(ProfileId, z.array(SelectionKey)).default({}),
  recents: z.record(ProfileId, z.array(SelectionKey)).default({}),
  /** Layout of the price grid, by profile. */
  grids: z.record(ProfileId, StoredGrid).default({}),
  /** Settings of the scanner, by profile. */
  scans: z.record(ProfileId, ScanSettings).default({}),
  /** Commands run last from the palette, by profile, newest first. */
  recentCommands: z.record(ProfileId, RecentCommands).default({}),
  /** Slips by profile, and forms of new tickets, the one changed last at the end. */
  slips: z.record(ProfileId, SlipDraft).default({}),
  ticketForms: z
    .array(z.strictObject({ window: WindowName, id: TicketFormId, form: TicketForm }))
    .default([]),
  /** By name, for all profiles. */
  layouts: StoredLayouts.default([]),
  demoBegunAt: Int.nullable().default(null),
  /** Zoom of the window, and the panes of the desk. */
  zoom: ZoomFactor.default(1),
  panes: StoredPanes.default(plainPanes),
  /** Keys of commands that the user changed. */
  keys: KeyBindings.default([]),
  sounds: Sounds.default(defaultSounds),
  ledgerLayout: LedgerLayout.default(plainLedgerLayout),
  tour: TourState.default('new'),
  /** True if scripts may connect. */
  isScriptsOn: z.boolean().default(false),
  windows: z.partialRecord(WindowName, StoredPlace).default({}),
  /** Folder of the file that was chosen or saved last. */
  lastFolder: z.string().nullable().default(null),
  /** True if the program looks for updates, and the manifest it accepted last. */
  updates: UpdateMemory.default(noUpdates),
})
export type StoredSettings = Readonly<z.infer<typeof StoredSettings>>

export interface SettingsFile {
  read(): StoredSettings
  /** Takes effect immediately; if the file cannot be written, until the program ends. */
  write(change: Partial<StoredSettings>): void
  /** Problem met at opening, in plain words, or undefined. */
  readonly notice: string | undefined
  /** True while the last change could not be saved. */
  readonly isUnsaved: boolean
  /** Calls back when changes can no longer be saved, the first time in plain words, and when they can be again. */
  onUnsaved(listener: (sentence: string | undefined) => void): void
}
