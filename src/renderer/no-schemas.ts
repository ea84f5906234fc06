/**
 * Replaces zod in the page's build. Model files contain schemas and functions; the page uses only the functions,
 * because the main process checks all data. Building a schema here returns this inert value, which saves 90 kB of the
 * first load.
 */
const inert: () => unknown = () => inert
export const z: unknown = new Proxy(inert, { get: () => z, apply: () => z })
