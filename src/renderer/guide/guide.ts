/** The user guide, `docs/guide.md`, as tools/guide/guide-plugin.ts parses it when the program is built. */

/** A piece of a line of text. */
export type GuidePart =
  | { readonly kind: 'plain' | 'code'; readonly text: string }
  /** Name of something on screen. */
  | { readonly kind: 'name'; readonly text: string }
  /** A key; that of a command is shown as the user set it. */
  | { readonly kind: 'key'; readonly text: string; readonly command: string | null }
  /** A link to a section. */
  | { readonly kind: 'link'; readonly text: string; readonly section: string }
export type GuideLine = readonly GuidePart[]

export type GuideBlock =
  | { readonly kind: 'text'; readonly line: GuideLine }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly GuideLine[] }
  | {
      readonly kind: 'table'
      readonly head: readonly GuideLine[]
      readonly rows: readonly (readonly GuideLine[])[]
    }
  | {
      readonly kind: 'picture'
      readonly url: string
      readonly about: string
      readonly width: number
      readonly height: number
    }

export interface GuideSection {
  readonly id: string
  readonly title: string
  /** Id of its page, which is also the id of the page's first section. */
  readonly page: string
  readonly blocks: readonly GuideBlock[]
}

export const isPageStart = ({ id, page }: GuideSection): boolean => id === page
