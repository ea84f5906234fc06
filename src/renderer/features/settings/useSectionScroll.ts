/** Tracks the section in view while the settings scroll, and scrolls to a section or a setting. */
import { nextTick, shallowReadonly, shallowRef, type ShallowRef } from 'vue'
import { settingList, type SettingId, type SettingSection } from './setting-list.ts'

const focusable = 'input:not([type=radio]), input:checked, select, button:not(:disabled), [role=switch]'

/** `pane`: the element that scrolls. */
export function useSectionScroll(pane: Readonly<ShallowRef<HTMLElement | null>>) {
  const current = shallowRef<SettingSection>('service')
  /** True while a jump scrolls, which is not a scroll of the user. */
  let isJump = false

  function follow(): void {
    if (pane.value !== null && !isJump)
      current.value = sectionOf(findGroupInView(pane.value)) ?? current.value
    isJump = false
  }

  function goTo(section: SettingSection): void {
    const group = listGroups(pane.value).find(each => sectionOf(each) === section)
    scrollTo(group, 'start')
    current.value = section
    group?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }

  /** Brings a setting into view and focuses its control; `bookId`: only this book's. */
  async function showSetting(id: SettingId, bookId?: string): Promise<void> {
    await nextTick()
    const { section } = settingList[id]
    const ownLine = bookId === undefined ? [] : [`[data-book="${CSS.escape(bookId)}"]`]
    const places = [`[data-setting="${id}"]`, `[data-settings~="${id}"]`, `[data-section="${section}"]`]
    const place = [...ownLine, ...places]
      .map(selector => pane.value?.querySelector<HTMLElement>(selector))
      .find(element => element?.checkVisibility())
    const isTall = (place?.offsetHeight ?? 0) > (pane.value?.clientHeight ?? 0)
    scrollTo(place ?? undefined, isTall ? 'start' : 'center')
    current.value = section
    place?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true })
  }

  function scrollTo(element: HTMLElement | undefined, block: ScrollLogicalPosition): void {
    const before = pane.value?.scrollTop
    element?.scrollIntoView({ block })
    isJump = pane.value?.scrollTop !== before
  }

  return { current: shallowReadonly(current), follow, goTo, showSetting }
}

const listGroups = (pane: HTMLElement | null): HTMLElement[] => [
  ...(pane?.querySelectorAll<HTMLElement>('[data-section]') ?? []),
]

/**
 * Finds the section at a line that moves down the pane with the scroll, so that the last sections, which cannot reach
 * the top, are found too.
 */
function findGroupInView(pane: HTMLElement): HTMLElement | undefined {
  const { scrollTop, scrollHeight, clientHeight } = pane
  const line = scrollTop + clientHeight * (scrollTop / Math.max(1, scrollHeight - clientHeight))
  const shown = listGroups(pane).filter(({ offsetHeight }) => offsetHeight > 0)
  return shown.findLast(({ offsetTop }) => offsetTop <= line + 1) ?? shown[0]
}

function sectionOf(group: HTMLElement | undefined): SettingSection | undefined {
  const name = group?.dataset['section']
  return Object.values(settingList).find(({ section }) => section === name)?.section
}
