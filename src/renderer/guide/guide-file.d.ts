declare module '*/docs/guide.md' {
  export const sections: readonly import('./guide.ts').GuideSection[]
}
