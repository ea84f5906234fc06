/** An act of the ledger, or tickets to show there, asked for from elsewhere: done as soon as the ledger is on screen. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LedgerAct } from './ledger-keys.ts'
import type { Narrowing } from './report-filter.ts'

export const useLedgerAskStore = defineStore('ledger-ask', () => {
  const asked = shallowRef<LedgerAct>()

  function ask(act: LedgerAct): void {
    asked.value = act
  }

  /** What was asked for, if it was not done yet. */
  function take(): LedgerAct | undefined {
    const act = asked.value
    asked.value = undefined
    return act
  }

  const shown = shallowRef<Narrowing>()

  function show(tickets: Narrowing): void {
    shown.value = tickets
  }

  /** The tickets to show of all there are, if that was not done yet. */
  function takeShown(): Narrowing | undefined {
    const tickets = shown.value
    shown.value = undefined
    return tickets
  }

  return { asked, ask, take, shown, show, takeShown }
})
