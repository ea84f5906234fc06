/** The order of test files: those that take longest begin first, so that none of them is left alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of 10 s and more, by the end of their path. */
const longest = [
  'team/torture.test.ts',
  'bridge/every-answer.test.ts',
  'backups/kill.test.ts',
  'bridge/serve.test.ts',
  'sources/feed-loader.test.ts',
  'trending/nothing-lost.test.ts',
  'sources/watched-source.test.ts',
  'account/settings-kill.test.ts',
  'compose/unwritable-data.test.ts',
  'transfer/opened-file.test.ts',
  'sources/profile-sources.test.ts',
  'odds-service/proxy.test.ts',
  'stored-copy/stored-copy.test.ts',
  'transfer/ledger-database.test.ts',
  'compose/end-while-opening.test.ts',
]

/** Place of a file among the longest; behind all of them for any other. */
function toPlace({ moduleId }: TestSpecification): number {
  const place = longest.findIndex(end => moduleId.endsWith(end))
  return place === -1 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => toPlace(a) - toPlace(b))
  }
}
