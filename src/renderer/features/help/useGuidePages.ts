/** The current page of the guide, its history, and the sections that a search finds. */
import { computed, shallowReadonly, shallowRef } from 'vue'
import { findSections } from '../../guide/find-sections.ts'
import { isPageStart, type GuideSection } from '../../guide/guide.ts'

/** `first`: id of the first section to show; the first page when there is no section with that id. */
export function useGuidePages(sections: readonly GuideSection[], first: string | null) {
  const query = shallowRef('')
  /** Ids of the sections visited, the newest last. */
  const path = shallowRef([find(first)?.id ?? sections[0]?.id ?? ''])

  function find(id: string | null | undefined): GuideSection | undefined {
    return sections.find(section => section.id === id)
  }

  const current = computed(() => find(path.value.at(-1)))
  const page = computed(() => sections.filter(section => section.page === current.value?.page))
  const pages = sections.filter(isPageStart)
  const next = computed(() => pages[pages.findIndex(({ id }) => id === current.value?.page) + 1])
  /** All pages while nothing is searched. */
  const listed = computed(() => (query.value.trim() === '' ? pages : findSections(sections, query.value)))
  const canGoBack = computed(() => path.value.length > 1)

  function goTo(id: string): void {
    if (find(id) !== undefined && id !== current.value?.id) path.value = [...path.value, id]
  }

  function goBack(): void {
    if (canGoBack.value) path.value = path.value.slice(0, -1)
  }

  return { query, current: shallowReadonly(current), page, next, listed, canGoBack, goTo, goBack }
}
