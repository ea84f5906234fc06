/** Code that Node and its libraries give an error, such as ENOENT; undefined for an error without one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
