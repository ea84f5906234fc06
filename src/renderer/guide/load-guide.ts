/** Loads the guide, a separate chunk, when it is first needed. */
import type { GuideSection } from './guide.ts'

export async function loadGuide(): Promise<readonly GuideSection[]> {
  const { sections } = await import('../../../docs/guide.md')
  return sections
}
