import type { Handlers } from '../../../shared/contract.ts'
import type { Alerts } from '../../desk/alerts/alerts.ts'

export function createAlertsHandlers(alerts: Alerts): Handlers['alerts'] {
  return {
    snapshot: () => alerts.state(),
    save: ({ id, draft }) => alerts.save(id, draft),
    remove: ({ id }) => alerts.remove(id),
    restore: ({ id }) => alerts.restore(id),
    markRead: () => alerts.markRead(),
  }
}
