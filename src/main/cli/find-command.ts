/** Commands as arguments of the program; kept apart from what they load. */

/** First words of commands. */
export const firstWords = [
  'odds',
  'legs',
  'parlay',
  'books',
  'price',
  'alerts',
  'rules',
  'tickets',
  'record',
  'export',
  'mcp',
  'team',
  'completion',
  'help',
]

/**
 * The command that a start of the program asks for, after switches of its runtime; undefined for a start of the window.
 * `args`: without the program, and in development without its folder.
 */
export function findCommand(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex(arg => !arg.startsWith('-'))
  if (at < 0) return args.some(arg => arg === '--help' || arg === '-h') ? ['help'] : undefined
  return firstWords.includes(args[at] ?? '') ? args.slice(at) : undefined
}
