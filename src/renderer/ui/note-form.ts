/** A parlay's name, tags and note as they are typed: the tags are one line, with commas between them. */
import { noNote, type ParlayNote } from '../../shared/model/parlay/parlay.ts'

export interface NoteDraft {
  readonly name: string
  readonly tags: string
  readonly note: string
}

export const longestName = 80
export const longestNote = 1_000
const longestTag = 30
const mostTags = 10

export const draftOf = (note: ParlayNote): NoteDraft => ({ ...note, tags: note.tags.join(', ') })
export const blankDraft = draftOf(noNote)

/** Blanks around words go, a tag typed twice counts once, and what is over a limit is cut. */
export function noteOf({ name, tags, note }: NoteDraft): ParlayNote {
  const words = tags.split(',').map(tag => cut(tag, longestTag))
  return {
    name: cut(name, longestName),
    tags: [...new Set(words)].filter(tag => tag !== '').slice(0, mostTags),
    note: cut(note, longestNote),
  }
}

const cut = (text: string, longest: number) => text.trim().slice(0, longest).trimEnd()
