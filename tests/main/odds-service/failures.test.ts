import { describe, expect, it } from 'vitest'
import { cancelledCall, requireAddress, ServiceError } from '../../../src/main/odds-service/failures.ts'

describe('ServiceError', () => {
  it('names its failure in its text, for a log', () => {
    const error = new ServiceError({ kind: 'server-error', status: 503, detail: 'busy' })
    expect(String(error)).toBe('ServiceError: server-error 503 busy')
  })

  it('of a cancelled call names the host and the reason', () => {
    expect(cancelledCall('bravo').failure).toEqual({ kind: 'unreachable', host: 'bravo', detail: 'aborted' })
  })

  it('of an address that cannot be called has its sentence', () => {
    const url = new URL('https://bravo.example/')
    expect(requireAddress({ ok: true, url })).toBe(url)
    expect(() => requireAddress({ ok: false, sentence: 'Start it with https://.' })).toThrow(
      expect.objectContaining({ failure: { kind: 'bad-address', detail: 'Start it with https://.' } }),
    )
  })
})
