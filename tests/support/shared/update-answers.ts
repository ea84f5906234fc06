/** States of the updates, as main answers them. */
import type { Release, UpdateState } from '../../../src/shared/model/settings/updates.ts'

export const offUpdates: UpdateState = {
  ...{ isOn: false, hasKeys: true, version: '0.1.0', page: 'https://releases.example/' },
  ...{ checkedAt: null, status: { kind: 'idle' } },
}

export const release: Release = {
  version: '0.2.0',
  releasedAt: Date.parse('2026-12-01T00:00:00Z'),
  notes: 'Added\n- Updates, when you turn them on.',
  size: 123_456_789,
}
