/** Shared setup of every window: mirrors of the main process, keys, zoom, and global commands. */
import { nextTick, watch } from 'vue'
import { bridge } from './bridge.ts'
import { useCommandStore, useCommands } from './commands/command-store.ts'
import type { CommandId } from './commands/command-table.ts'
import { holdKeys } from './commands/held-keys.ts'
import { useKeyStore } from './commands/key-store.ts'
import { useCommandKeys } from './commands/useCommandKeys.ts'
import { usePaneKeys } from './commands/usePaneKeys.ts'
import { useAccountStore } from './features/account/account-store.ts'
import { useAlertsStore } from './features/desk/alerts/alerts-store.ts'
import { useBudgetStore } from './features/desk/budget/budget-store.ts'
import { useGridLayoutStore } from './features/desk/columns/grid-layout-store.ts'
import { useDeskStore } from './features/desk/desk-store.ts'
import { useLedgerStore } from './features/ledger/ledger-store.ts'
import { useTicketDraftsStore } from './features/ledger/ticket/ticket-drafts-store.ts'
import { useSettlementStore } from './features/ledger/settlement-store.ts'
import { useSettingsStore } from './features/settings/settings-store.ts'
import { useTeamStore } from './features/team/team-store.ts'
import { useNavigationStore, type ViewName } from './navigation-store.ts'
import { useRecentsStore } from './features/palette/recents-store.ts'
import { useSoundStore } from './sound-store.ts'
import { useZoom } from './theme/useZoom.ts'
import { useViewStore } from './view-store.ts'
import { getWindowGroup, getWindowName } from './window-name.ts'
import { useWindowsStore } from './windows-store.ts'

/** Reads the state of the main process, and follows it from then on. */
async function startMirrors(): Promise<void> {
  // Commands, and the keys that the user gave them, are known once the state is there.
  const release = holdKeys()
  await Promise.all([
    useAccountStore().start(),
    useSettingsStore().start(),
    useViewStore().start(),
    useDeskStore().start(),
    useGridLayoutStore().start(),
    useBudgetStore().start(),
    useAlertsStore().start(),
    useLedgerStore().start(),
    useSettlementStore().start(),
    useKeyStore().start(),
    useSoundStore().start(),
    useRecentsStore().start(),
    useWindowsStore().start(),
    useTeamStore().start(),
    useTicketDraftsStore().recordings.load(),
  ]).finally(() => release(true))
}

/** Reports the first screen to the main process, which then starts what would have slowed it down. */
async function reportPainted(): Promise<void> {
  await nextTick()
  // The second frame begins once the first is painted.
  requestAnimationFrame(() => requestAnimationFrame(() => void bridge().windows.painted()))
}

/** Focuses the table of a view that is shown already. */
const focusCommands: Readonly<Partial<Record<ViewName, CommandId>>> = {
  desk: 'desk.focus-grid',
  ledger: 'ledger.focus-tickets',
}

export function useWindowFrame(): void {
  const account = useAccountStore()
  const navigation = useNavigationStore()
  const commands = useCommandStore()
  const windows = useWindowsStore()

  void startMirrors().finally(reportPainted)
  // A start with another profile switches to it even while a dialog is open; text typed into the dialog is kept as a
  // draft.
  watch(
    () => account.state?.activeId,
    (_, before) => {
      const kind = navigation.dialog?.kind
      if (before !== undefined && (kind === 'record-ticket' || kind === 'send-to-queue'))
        navigation.closeDialog()
    },
  )

  /** A group’s window shows none of the views that commands lead to. */
  const shownView = () => (getWindowGroup() === undefined ? navigation.view : undefined)
  function focusTable(name: ViewName): void {
    const command = focusCommands[name]
    if (command !== undefined && commands.blockedBy(command) === undefined) commands.run(command)
  }
  const goTo = (name: ViewName) => ({
    run: () => (name === shownView() ? focusTable(name) : navigation.goTo(name)),
  })
  useCommands({
    'app.palette': { run: () => navigation.openDialog({ kind: 'commands' }) },
    'app.help': { run: () => navigation.openDialog({ kind: 'help', section: null }) },
    'app.shortcuts': { run: () => navigation.openDialog({ kind: 'shortcuts' }) },
    'view.desk': goTo('desk'),
    'view.ledger': goTo('ledger'),
    'view.accounts': goTo('accounts'),
    'view.scanner': goTo('scanner'),
    'view.settings': goTo('settings'),
    'window.ledger': {
      run: () => windows.open('ledger'),
      blocked: () => (getWindowName() === 'ledger' ? 'Shown in this window' : undefined),
    },
  })
  useZoom()
  useCommandKeys()
  usePaneKeys()
}
