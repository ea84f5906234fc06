/** Packages whose code is in the program, as tools/packages/bundled-packages.ts finds them when it is built. */
declare module 'virtual:third-party' {
  export const packages: readonly {
    readonly name: string
    readonly version: string
    /** SPDX identifier or expression. */
    readonly license: string
    /** License and notices; empty where the package has no file of them. */
    readonly text: string
  }[]
}
