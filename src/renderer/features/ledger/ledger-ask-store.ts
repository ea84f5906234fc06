/** An act of the ledger asked for from elsewhere: it is done as soon as the ledger is on screen. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LedgerAct } from './ledger-keys.ts'

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

  return { asked, ask, take }
})
