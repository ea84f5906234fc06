/** What the user set of the calls, in the settings file. */
import type { CallLimits } from '../../shared/model/settings/budget.ts'
import type { SettingsFile } from './settings-file.ts'

export interface KeptCallSettings {
  limitsOf(profileId: string): CallLimits
  /** Sets those of the profile in use. */
  setLimits(limits: CallLimits): void
  readonly isAutoWhileHidden: boolean
  setAutoWhileHidden(isOn: boolean): void
}

const learned: CallLimits = { kind: 'learned' }

export function callSettingsOf(settings: SettingsFile): KeptCallSettings {
  return {
    limitsOf: profileId => settings.read().callLimits[profileId] ?? learned,
    setLimits(limits) {
      const { callLimits, activeProfileId } = settings.read()
      settings.write({ callLimits: { ...callLimits, [activeProfileId]: limits } })
    },
    get isAutoWhileHidden() {
      return settings.read().isAutoWhileHidden
    },
    setAutoWhileHidden(isOn) {
      settings.write({ isAutoWhileHidden: isOn })
    },
  }
}
