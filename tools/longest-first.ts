/** The order of test files: those that take longest begin first, so that none of them is left alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of 10 s and more, by the end of their path. */
const longest = [
  'bridge/every-answer.test.ts',
  'backups/kill.test.ts',
  'bridge/serve.test.ts',
  'sources/watched-source.test.ts',
  'cli/mcp-conformance.test.ts',
  'calls/shared-calls.test.ts',
  'trending/nothing-lost.test.ts',
  'schema/lease-slots.test.ts',
  'odds-service/proxy.test.ts',
  'cli/first-scripts.test.ts',
  'team/torture.test.ts',
  'bad-days/bad-days.test.ts',
  'sources/feed-loader.test.ts',
  'account/settings-kill.test.ts',
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
