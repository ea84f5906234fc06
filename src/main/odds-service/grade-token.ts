/**
 * Grade tokens come percent-encoded or not, in feeds and in answers alike; both forms name the same bet. A token that
 * only looks encoded (`%zz`) stays as it is.
 */

/** The token without percent-encoding: what two tokens are compared by, and what a query encodes exactly once. */
export function plainToken(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
