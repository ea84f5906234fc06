/** Questions about typed values that can be true and rarely are. */
import { nextTick } from 'vue'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { button, field } from '../../../../support/renderer/screen.ts'
import { atBravo, openRecordDialog as open } from '../../../../support/renderer/ledger/record-dialog.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('RecordDialog asks', () => {
  it('about odds longer than books pay, and records them at the second press', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const { dialog, type, submit, sent } = await open(atBravo)
    await type('Stake', '1')
    await type('Price', '+1000000')
    await type('Price', '+1000001')
    await submit()
    expect(sent()).toBeUndefined()
    expect(dialog.get('[role=alert]').text()).toContain('Books rarely pay more than 10,000 to 1.')
    clock.mockReturnValue(2_000)
    expect(button(dialog, 'Record anyway').exists()).toBe(true)
    await submit()
    expect(sent()).toMatchObject({ price: { text: '+1000001' } })
  })

  it('nothing about the longest odds that books pay', async () => {
    const { type, submit, sent } = await open(atBravo)
    await type('Stake', '1')
    await type('Price', '+1000000')
    await submit()
    expect(sent()).toMatchObject({ price: { text: '+1000000' } })
  })

  it.each(['brav', 'Bravo Bets', 'Barvo', 'bravo-o'])(
    'about a new book close to a known one: %s',
    async typed => {
      const { dialog, type, submit, sent } = await open({ kind: 'hand' })
      await type('Leg 1', 'Ada North Over 27.5')
      await type('Book', typed)
      expect(dialog.text()).toContain('Did you mean Bravo?')
      await type('Price', '+200')
      await type('Stake', '10')
      await submit()
      expect(sent()).toBeUndefined()
      expect(dialog.get('[role=alert]').text()).toContain(`“${typed}” is a new book. Did you mean Bravo?`)
      expect(document.activeElement?.textContent).toContain('Use Bravo')
      await button(dialog, 'Use Bravo').trigger('click')
      await nextTick()
      expect(document.activeElement).toHaveProperty('type', 'submit')
      await submit()
      expect(sent()).toMatchObject({ bookId: 'bravo' })
    },
  )

  it('for the first wrong field, which gets the focus', async () => {
    const { dialog, type, submit, sent } = await open({ kind: 'hand' })
    await submit()
    expect(document.activeElement).toBe(field(dialog, 'Leg 1').element)
    await type('Leg 1', 'Ada North Over 27.5')
    await type('Book', 'Bravo')
    await type('Stake', '10')
    await submit()
    expect(document.activeElement).toBe(field(dialog, 'Price').element)
    expect(sent()).toBeUndefined()
  })

  it('nothing about a book that is like no other, which it calls new', async () => {
    const { dialog, type, submit, sent } = await open({ kind: 'hand' })
    await type('Leg 1', 'Ada North Over 27.5')
    await type('Book', 'Corner Shop')
    expect(dialog.text()).toContain('New book')
    await type('Book', 'BRAVO')
    expect(dialog.text()).not.toContain('New book')
    await type('Book', 'Corner Shop')
    await type('Price', '+200')
    await type('Stake', '10')
    await submit()
    expect(sent()).toMatchObject({ bookName: 'Corner Shop' })
  })
})
