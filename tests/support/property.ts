/**
 * fast-check with a fixed seed, so that runs are reproducible. `PROPERTY_SEED=new npm test` uses a new seed; a number
 * repeats the run with that seed.
 */
import fc from 'fast-check'

/** Written in by vitest.config.ts. */
declare const PROPERTY_SEED: string
if (PROPERTY_SEED !== 'new') fc.configureGlobal({ seed: Number(PROPERTY_SEED) })

export { fc }
