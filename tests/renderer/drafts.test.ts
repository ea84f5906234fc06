import { describe, expect, it } from 'vitest'
import { createDrafts, useDraft } from '../../src/renderer/drafts.ts'

interface Form {
  readonly stake: string
  readonly price: string
}
const begun: Form = { stake: '', price: '+512' }

describe('useDraft', () => {
  it('restores the draft of the same key, and no other', () => {
    const drafts = createDrafts<Form>('form')
    const first = useDraft(drafts, 'bravo', begun)
    expect(first.isRestored.value).toBe(false)
    first.form.value = { ...first.form.value, stake: '40' }
    const again = useDraft(drafts, 'bravo', begun)
    expect([again.form.value.stake, again.isRestored.value]).toEqual(['40', true])
    expect(useDraft(drafts, 'delta', begun).form.value).toEqual(begun)
  })

  it('restores only what the user changed; other fields take their new initial values', () => {
    const drafts = createDrafts<Form>('form')
    const first = useDraft(drafts, 'bravo', begun)
    first.form.value = { ...first.form.value, stake: '40' }
    expect(useDraft(drafts, 'bravo', { ...begun, price: '+480' }).form.value).toEqual({
      stake: '40',
      price: '+480',
    })
    first.form.value = { ...first.form.value, stake: '' }
    expect(useDraft(drafts, 'bravo', begun).isRestored.value).toBe(false)
  })

  it('restores the draft in a page that was reloaded, and none that was saved', () => {
    const drafts = createDrafts<Form>('form')
    const saved = useDraft(drafts, 'delta', begun)
    saved.form.value = { ...begun, stake: '10' }
    saved.forget()
    useDraft(drafts, 'bravo', begun).form.value = { ...begun, stake: '40' }
    const reloaded = createDrafts<Form>('form')
    expect(useDraft(reloaded, 'bravo', begun).form.value.stake).toBe('40')
    expect(useDraft(reloaded, 'delta', begun).isRestored.value).toBe(false)
    expect(createDrafts<Form>('another form').size).toBe(0)
  })

  it('keeps what the user typed when initial values come later', () => {
    const drafts = createDrafts<Form>('form')
    const { form, setInitial: begin } = useDraft(drafts, 'bravo', begun)
    form.value = { ...form.value, price: '+500' }
    begin({ stake: '25', price: '+530' })
    expect(form.value).toEqual({ stake: '25', price: '+500' })
    expect(drafts.get('bravo')).toEqual({ price: '+500' })
  })

  it('forgets the draft when it is saved or the user starts over', () => {
    const drafts = createDrafts<Form>('form')
    const saved = useDraft(drafts, 'bravo', begun)
    saved.form.value = { ...begun, stake: '40' }
    saved.forget()
    expect(useDraft(drafts, 'bravo', begun).isRestored.value).toBe(false)
    const first = useDraft(drafts, 'bravo', begun)
    first.form.value = { ...begun, stake: '40' }
    const again = useDraft(drafts, 'bravo', begun)
    again.startOver()
    expect([again.form.value, again.isRestored.value, drafts.get('bravo')]).toEqual([begun, false, undefined])
  })
})
