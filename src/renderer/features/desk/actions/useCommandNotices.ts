/** Notices of commands: their reports, the ticket recorded, and the reason why one could not run, until another does. */
import { watch } from 'vue'
import { useCommandStore } from '../../../commands/command-store.ts'
import { useNavigationStore } from '../../../navigation-store.ts'
import { noticeWords, useTicketNoticeStore } from '../../ledger/ticket-notice-store.ts'
import { useNotice } from '../context/useNotice.ts'

export function useCommandNotices(): void {
  const commands = useCommandStore()
  const { notice, showNotice, showText, showFailure } = useNotice()
  watch(
    () => commands.refusal,
    (refusal, before) => {
      const shown = notice.value?.kind === 'text' ? notice.value.text : undefined
      if (refusal !== undefined) showText(toSentence(refusal.reason))
      else if (before !== undefined && shown === toSentence(before.reason)) showNotice(undefined)
    },
  )
  watch(
    () => commands.report,
    report => report && (report.ok ? showText(report.value) : showFailure(report.failure)),
  )
  watch(
    () => useTicketNoticeStore().notice,
    ticket => {
      if (ticket === undefined || useNavigationStore().view !== 'desk') return
      showText(`${noticeWords[ticket.kind]} ${ticket.text}`)
    },
  )
}

/** Ends a reason with one period: some are whole sentences, as other places show them. */
const toSentence = (reason: string): string => `${reason.replace(/\.$/, '')}.`
