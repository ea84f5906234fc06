/** Requests of the calls that are about the program itself, and not about bets. */
import { defaultSounds } from '../../../src/shared/model/settings/sounds.ts'
import { slip } from '../account/settings-content.ts'
import { nothing, type Requests } from './ledger-requests.ts'

export const programRequests: Pick<Requests, 'drafts' | 'palette' | 'sounds' | 'updates' | 'crash'> = {
  drafts: {
    saveSlip: () => [{ profileId: 'demo', slip }],
    slip: () => [{ profileId: 'demo' }, { profileId: 'p-none' }],
    saveTicket: () => [
      { id: '1 at bravo', form: { stake: '12.34' } },
      { id: 'by hand', form: null },
    ],
    tickets: nothing,
  },
  palette: { snapshot: nothing, remember: () => [{ command: 'Views: view.ledger' }] },
  sounds: { snapshot: nothing, save: () => [{ ...defaultSounds, settled: 'bell' }] },
  updates: {
    snapshot: nothing,
    setOn: () => [{ isOn: true }, { isOn: false }, { isOn: true }],
    check: nothing,
    download: nothing,
    cancel: nothing,
    install: nothing,
    openPage: nothing,
  },
  crash: { snapshot: nothing, copy: nothing, remove: nothing },
}
