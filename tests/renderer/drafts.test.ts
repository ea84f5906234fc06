import { describe, expect, it } from 'vitest'
import { createDrafts, useDraft } from '../../src/renderer/drafts.ts'

interface Form {
  readonly stake: string
  readonly price: string
}
const begun: Form = { stake: '', price: '+512' }

describe('a draft', () => {
  it('is back when the same form opens again, and no other', () => {
    const drafts = createDrafts<Form>()
    const first = useDraft(drafts, 'bravo', begun)
    expect(first.isBack.value).toBe(false)
    first.form.value = { ...first.form.value, stake: '40' }
    const again = useDraft(drafts, 'bravo', begun)
    expect([again.form.value.stake, again.isBack.value]).toEqual(['40', true])
    expect(useDraft(drafts, 'delta', begun).form.value).toEqual(begun)
  })

  it('is only what the user changed: all else is as the form begins by then', () => {
    const drafts = createDrafts<Form>()
    const first = useDraft(drafts, 'bravo', begun)
    first.form.value = { ...first.form.value, stake: '40' }
    expect(useDraft(drafts, 'bravo', { ...begun, price: '+480' }).form.value).toEqual({
      stake: '40',
      price: '+480',
    })
    first.form.value = { ...first.form.value, stake: '' }
    expect(useDraft(drafts, 'bravo', begun).isBack.value).toBe(false)
  })

  it('gives way to nothing that is known later', () => {
    const drafts = createDrafts<Form>()
    const { form, begin } = useDraft(drafts, 'bravo', begun)
    form.value = { ...form.value, price: '+500' }
    begin({ stake: '25', price: '+530' })
    expect(form.value).toEqual({ stake: '25', price: '+500' })
    expect(drafts.of('bravo')).toEqual({ price: '+500' })
  })

  it('is gone once it was saved, or the user starts over', () => {
    const drafts = createDrafts<Form>()
    const saved = useDraft(drafts, 'bravo', begun)
    saved.form.value = { ...begun, stake: '40' }
    saved.forget()
    expect(useDraft(drafts, 'bravo', begun).isBack.value).toBe(false)
    const first = useDraft(drafts, 'bravo', begun)
    first.form.value = { ...begun, stake: '40' }
    const again = useDraft(drafts, 'bravo', begun)
    again.startOver()
    expect([again.form.value, again.isBack.value, drafts.of('bravo')]).toEqual([begun, false, undefined])
  })
})
