export const standardKills: number
export const standardDesks: number

export function runTeamRounds(options: {
  folder: string
  kills: number
  desks?: number
  report?: (line: string) => void
}): Promise<{ acknowledged: number; records: number; calls: number; most: number; problems: string[] }>
