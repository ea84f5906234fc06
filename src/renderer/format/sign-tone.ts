/** The colour class of a number by the sign it is written with: what rounds to zero is neither up nor down. */
export function signTone(text: string): '' | 'up' | 'down' {
  if (text.startsWith('+')) return 'up'
  return text.startsWith('−') ? 'down' : ''
}
