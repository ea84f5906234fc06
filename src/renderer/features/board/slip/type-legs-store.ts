/** Legs typed and not yet put on the slip. */
import { defineStore } from 'pinia'
import { createDrafts } from '../../../drafts.ts'

interface TypedText {
  readonly text: string
  /** Empty for odds ids of any book. */
  readonly bookId: string
}

export const useTypeLegsStore = defineStore('type-legs', () => ({ drafts: createDrafts<TypedText>() }))
