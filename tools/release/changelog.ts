/** The entry of a version in CHANGELOG.md, without which no release of it is made. */

interface Release {
  readonly tag: string
  /** Version in package.json. */
  readonly version: string
  readonly changelog: string
  /** AppStream data, in which software centers read the version. */
  readonly metainfo: string
  /** Versions whose data is kept in tests/golden, for later ones to read. */
  readonly golden: readonly string[]
}

/** Text of a version's entry below its heading `## [1.2.3] - 2026-01-31`; undefined if there is none. */
export function findEntry(changelog: string, version: string): { date: string; text: string } | undefined {
  const [, ...sections] = changelog.split(/^## /m)
  for (const section of sections) {
    const [, named, date = ''] =
      /^\[([^\]]+)\] - (\d{4}-\d{2}-\d{2})\s*$/m.exec(section.split('\n')[0] ?? '') ?? []
    if (named === version) return { date, text: section.slice(section.indexOf('\n')).trim() }
  }
  return undefined
}

/** Reasons not to make a release of a tag, each as a sentence; none if it may be made. */
export function findProblems({ tag, version, changelog, metainfo, golden }: Release): readonly string[] {
  const problems: string[] = []
  if (tag !== `v${version}`) problems.push(`The tag is ${tag}, but package.json has version ${version}.`)
  const entry = findEntry(changelog, version)
  if (entry === undefined)
    problems.push(
      `CHANGELOG.md has no entry "## [${version}] - YYYY-MM-DD": move what is unreleased under it.`,
    )
  else if (!/^- \S/m.test(entry.text))
    problems.push(`The entry of ${version} in CHANGELOG.md names no change.`)
  const release = new RegExp(`<release version="${version.replaceAll('.', '\\.')}"[^>]* date="([^"]*)"`).exec(
    metainfo,
  )
  if (release === null) problems.push(`The AppStream data has no release ${version}.`)
  else if (entry !== undefined && release[1] !== entry.date)
    problems.push(`The AppStream data has ${version} of ${release[1]}, the changelog of ${entry.date}.`)
  if (!golden.includes(version))
    problems.push(
      `There is no golden data of ${version} in tests/golden: make it by GOLDEN=${version} npm run golden.`,
    )
  return problems
}
