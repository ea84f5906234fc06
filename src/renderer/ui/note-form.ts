/** A parlay's name, tags and note as typed text; tags are one line with commas. */
import { noNote, type ParlayNote } from '../../shared/model/parlay/parlay.ts'

export const maxNameLength = 80
export const maxNoteLength = 1_000
const maxTagLength = 30
const maxTags = 10

export const toNoteDraft = (note: ParlayNote) => ({ ...note, tags: note.tags.join(', ') })
export type NoteDraft = Readonly<ReturnType<typeof toNoteDraft>>
export const blankDraft = toNoteDraft(noNote)

/** The note of a draft: trimmed, without duplicate tags, cut at the limits. */
export function toNote({ name, tags, note }: NoteDraft): ParlayNote {
  const words = tags.split(',').map(tag => cut(tag, maxTagLength))
  return {
    name: cut(name, maxNameLength),
    tags: [...new Set(words)].filter(tag => tag !== '').slice(0, maxTags),
    note: cut(note, maxNoteLength),
  }
}

const cut = (text: string, maxLength: number) => text.trim().slice(0, maxLength).trimEnd()
