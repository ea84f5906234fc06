/** Code that Node and its libraries give an error, such as ENOENT; undefined for an error without one. */
export function errorCode(error: unknown): string | undefined {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return hasCode ? String(error.code) : undefined
}
