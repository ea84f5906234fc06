/**
 * fast-check with a fixed seed, so that runs are reproducible. `PROPERTY_SEED=new npm test` uses a new seed; a number
 * repeats the run with that seed.
 */
import fc from 'fast-check'

/** Written in by vitest.config.ts. */
declare const PROPERTY_SEED: string
if (PROPERTY_SEED !== 'new') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(PROPERTY_SEED) })

/** Written in by vitest.mutants.config.ts: the most milliseconds a property takes there. */
declare const PROPERTY_MAX_MS: number | undefined
// Thousands of breaks are tried, so the smallest value that shows one is not searched for.
if (typeof PROPERTY_MAX_MS !== 'undefined')
  fc.configureGlobal({
    ...fc.readConfigureGlobal(),
    endOnFailure: true,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor is given at each property, not for all
    interruptAfterTimeLimit: PROPERTY_MAX_MS,
  })

/** Number of random values for a test that samples them itself; fewer where thousands of breaks are tried. */
export const sampleCount = typeof PROPERTY_MAX_MS === 'undefined' ? 10_000 : 200

export { fc }
