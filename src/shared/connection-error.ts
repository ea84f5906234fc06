/** Puts into words why a host could not be reached. */

const reasons: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'no server was found by this name'],
  [/^ECONNREFUSED$/, 'it rejected the connection'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|cut off)$/, 'it cut the connection off'],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, 'it didn’t respond'],
  [/^(ENETUNREACH|ENETDOWN|EHOSTUNREACH)$/, 'there is no network connection to it'],
  [/^(CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/, 'its certificate isn’t trusted'],
  [/^(EPROTO|ERR_SSL_\w+)$/, 'https doesn’t work there'],
  [/^aborted$/, 'the call was canceled'],
]

/** `detail`: a code of Node or undici, or words already. A code without words of its own stays, for support. */
export const describeConnectionError = (detail: string): string =>
  reasons.find(([codes]) => codes.test(detail))?.[1] ?? detail
