/**
 * fast-check with one seed, so that a run can be repeated and shows the change, not luck.
 * `PROPERTY_SEED=new npm test` looks where no run has looked before; a number repeats the run that it names.
 */
import fc from 'fast-check'

/** Written in by vitest.config.ts. */
declare const PROPERTY_SEED: string
if (PROPERTY_SEED !== 'new') fc.configureGlobal({ seed: Number(PROPERTY_SEED) })

export { fc }
