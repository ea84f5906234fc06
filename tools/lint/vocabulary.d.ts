type Word = readonly [pattern: RegExp, better: string]

export const bannedWords: readonly Word[]
export const screenWords: readonly Word[]
