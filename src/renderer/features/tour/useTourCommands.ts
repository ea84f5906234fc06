/** Commands of the tour: those of its steps while it runs, and one that skips the offer or leaves the tour. */
import { watchEffect } from 'vue'
import { useCommands, useCommandStore } from '../../commands/command-store.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { useAccountStore } from '../account/account-store.ts'
import { findNextStep } from './tour-steps.ts'
import { useTourStore } from './tour-store.ts'
import { useTourFacts } from './useTourFacts.ts'

export function useTourCommands(): void {
  const tour = useTourStore()
  const account = useAccountStore()
  const commands = useCommandStore()
  const navigation = useNavigationStore()

  const readFacts = useTourFacts()

  /** Another view shows nothing of the steps but the last: the first press leads back to the desk. */
  function goOn(): void {
    if (tour.at === undefined) return
    if (tour.isLast) tour.next()
    else if (navigation.view !== 'desk') navigation.goTo('desk')
    else tour.goTo(findNextStep(tour.at, readFacts(), tour.before))
  }

  useCommands({
    'tour.start': {
      run: tour.start,
      blocked: () => (account.isDemo ? undefined : 'Switch to the demo first'),
    },
  })
  watchEffect(onCleanup => {
    if (tour.at === undefined) return
    onCleanup(
      commands.handle({
        'tour.next': { run: goOn },
        'tour.skip': { run: tour.leave, title: () => 'Leave the tour' },
      }),
    )
    if (tour.at > 0) onCleanup(commands.handle({ 'tour.back': { run: tour.back } }))
  })
  watchEffect(onCleanup => {
    if (tour.isOffered && navigation.view === 'desk')
      onCleanup(commands.handle({ 'tour.skip': { run: tour.skip, title: () => 'Skip the tour' } }))
  })
}
