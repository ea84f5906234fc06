export function findPostgres(): string | undefined
export function ensurePostgres(): string | undefined
export function unprivilegedUser(): { uid: number; gid: number } | undefined
