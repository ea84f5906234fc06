/**
 * Replaces zod in the page's build. Model files hold schemas beside their questions; the page asks the questions and
 * checks nothing (main does), so building a schema here yields this inert value, and 90 kB stay out of the first load.
 */
const inert: () => unknown = () => inert
export const z: unknown = new Proxy(inert, { get: () => z, apply: () => z })
