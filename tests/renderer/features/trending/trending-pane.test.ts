import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../support/bridge/stub-desk.ts'
import { noon } from '../../../support/shared/desk-rows.ts'
import { quietTrending, submission } from '../../../support/shared/trending-answers.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import { listenToKeys } from '../../../support/renderer/command-keys.ts'
import { openTrending, pagesOf } from '../../../support/renderer/trending/mounted-trending.ts'

const counts = { waiting: 1, queued: 3, refused: 1, cancelled: 0 }
const ids = ['Bravo#e1#Player Points#Ada North Over 27.5', 'Bravo#e1#Moneyline#Harbor City']
const asked = { parlayId: 7, title: 'North O27.5 pts', books: ['bravo', 'alpha'], bestBooks: ['bravo'] }
const bookIds = (bookId: string, given = {}) => ({ bookId, ids, lacks: 0, known: null, ...given })

describe('TrendingPane', () => {
  it('explains how to begin while nothing was sent', async () => {
    const { pane } = await openTrending()
    expect(pane.get('section').attributes('aria-label')).toBe('Trending queue')
    expect(pane.text()).toContain('Nothing sent yet')
  })

  it('is one line until it is opened, which is remembered', async () => {
    const { pane, api } = await openTrending({ counts, recent: [submission(1)] })
    const title = button(pane, 'Trending')
    await title.trigger('click')
    await flushPromises()
    expect(title.attributes('aria-expanded')).toBe('false')
    expect(pane.find('li').exists()).toBe(false)
    expect(pane.get('[role=status]').text()).toContain('3 queued')
    expect(api.view.savePanes).toHaveBeenLastCalledWith(expect.objectContaining({ isTrendingOpen: false }))
    await title.trigger('click')
    expect(pane.find('li').exists()).toBe(true)
  })

  it('counts submissions and shows the state of each as text', async () => {
    const { pane } = await openTrending({
      counts,
      recent: [
        submission(2, { state: { kind: 'event-not-found', missing: ['e1'] } }),
        submission(1, { state: { kind: 'queued' }, title: 'Opener' }),
      ],
    })
    expect(pane.get('[role=status]').text()).toBe('3 queued · 1 waiting · 1 not accepted')
    const lines = pane.findAll('li').map(line => line.text())
    expect(lines[0]).toMatch(/North O27.5 pts · Harbor City ML.*Game not found.*Check the IDs of 2 legs/)
    expect(lines[1]).toMatch(/Opener.*✓Queued.*Bravo · 2 legs/)
  })

  it('shows changes of the queue', async () => {
    const { pane, emit } = await openTrending()
    emit.trending.changed({ ...quietTrending, counts, recent: [submission(1)] })
    await flushPromises()
    expect(pane.findAll('li')).toHaveLength(1)
  })

  it('says why it cannot be read, and reads it when asked again', async () => {
    const { pane, api, trending } = await openTrending()
    api.trending.snapshot.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await trending.start()
    await flushPromises()
    expect(pane.get('[role=alert]').text()).toContain('The disk is full.')
    await button(pane, 'Try again').trigger('click')
    await flushPromises()
    expect(pane.find('[role=alert]').exists()).toBe(false)
  })
})

describe('Ctrl+C in the trending pane', () => {
  const recent = [
    submission(2, { state: { kind: 'full', tries: 1, isUnsure: false, againAt: noon } }),
    submission(1, { state: { kind: 'queued' }, title: 'Opener' }),
  ]
  async function copyFrom(select: string) {
    const { pane, api, pinia } = await openTrending({ counts, recent })
    listenToKeys(pinia, 'desk')
    const element = pane.get<HTMLElement>(select).element
    element.focus()
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', ctrlKey: true, bubbles: true }))
    await flushPromises()
    return api.view.copyTable.mock.lastCall?.[0].rows
  }

  it('copies the sent parlay that has the focus, as a table', async () => {
    const rows = await copyFrom('[data-submission="1"] button')
    expect(rows).toEqual([
      ['Parlay', 'Book', 'Legs', 'State', 'Since'],
      ['Opener', 'Bravo', expect.stringContaining('Ada North Over 27.5'), 'Queued', expect.any(String)],
    ])
  })

  it('copies all in the pane from its title', async () => {
    const rows = await copyFrom('[aria-expanded]')
    expect(rows?.map(([, , , state]) => state)).toEqual(['State', 'Queue full', 'Queued'])
  })
})

describe('SendDialog', () => {
  async function open() {
    const opened = await openTrending()
    opened.api.trending.findIds.mockResolvedValue(
      ok({ books: [bookIds('alpha'), bookIds('bravo'), bookIds('charlie', { ids: [], lacks: 1 })] }),
    )
    opened.send([asked])
    const dialog = await opened.shown('dialog select')
    return { ...opened, select: dialog }
  }

  it('chooses the best-priced book, and says what other books lack', async () => {
    const { pane, select } = await open()
    expect(
      pane.findAll('option').map(option => [option.text(), option.attributes('disabled') !== undefined]),
    ).toEqual([
      ['Bravo (best price)', false],
      ['Alpha Bet', false],
      ['Charlie (1 leg missing)', true],
    ])
    expect(select.element).toHaveProperty('value', 'bravo')
    expect(pane.findAll('dialog ol li').map(id => id.text())).toEqual(ids)
    expect(document.activeElement?.textContent).toBe('Send')
  })

  it('sends the ids of the book chosen, and closes on the outcome', async () => {
    const { pane, api, select } = await open()
    await select.setValue('alpha')
    await button(pane, 'Send').trigger('click')
    await flushPromises()
    expect(api.trending.send).toHaveBeenCalledExactlyOnceWith({
      parlays: [{ parlayId: 7, bookId: 'alpha', ids, title: 'North O27.5 pts' }],
    })
    expect(pane.find('dialog').exists()).toBe(false)
  })

  it('copies the ids', async () => {
    const { pane, api } = await open()
    await button(pane, 'Copy IDs').trigger('click')
    await flushPromises()
    expect(api.trending.copyIds).toHaveBeenCalledExactlyOnceWith({ ids })
    expect(pane.get('dialog [role=status]').text()).toBe('IDs copied.')
  })

  it('shows no characters of an id that turn or hide others, and sends it as it is', async () => {
    const opened = await openTrending()
    const given = ['Bravo#e1#Player\u{200b} Points#\u{202e}Ada Over 27.5']
    opened.api.trending.findIds.mockResolvedValue(ok({ books: [bookIds('bravo', { ids: given })] }))
    opened.send([asked])
    await opened.shown('dialog select')
    expect(opened.pane.get('dialog ol li').text()).toBe('Bravo#e1#Player Points#Ada Over 27.5')
    await button(opened.pane, 'Send').trigger('click')
    expect(opened.api.trending.send.mock.lastCall?.[0].parlays[0]?.ids).toEqual(given)
  })

  it('stays open and shows the current ids when they have changed', async () => {
    const { pane, api } = await open()
    const sentence = 'The IDs changed.'
    api.trending.send.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'ids', sentence }))
    api.trending.findIds.mockResolvedValue(ok({ books: [bookIds('bravo', { ids: ['Bravo#e1#m#new'] })] }))
    await button(pane, 'Send').trigger('click')
    await flushPromises()
    expect(pane.get('dialog [role=alert]').text()).toContain(sentence)
    expect(pane.findAll('dialog ol li').map(id => id.text())).toEqual(['Bravo#e1#m#new'])
  })

  it('does not send a parlay that is on the list already, and shows it', async () => {
    const { pane, api, send, shown } = await openTrending()
    const known = submission(4, { state: { kind: 'queued' } })
    api.trending.findIds.mockResolvedValue(ok({ books: [bookIds('bravo', { known })] }))
    send([asked])
    await shown('dialog select')
    expect(button(pane, 'Send').attributes('disabled')).toBeDefined()
    await button(pane, 'View').trigger('click')
    await shown('dialog [aria-label=History]')
    expect(api.trending.history).toHaveBeenCalledWith({ id: 4 })
  })

  it('sends several at once, without those that no book carries in full', async () => {
    const { pane, api, send, shown } = await openTrending()
    api.trending.findIds.mockImplementation(({ parlayId }) =>
      Promise.resolve(
        ok({ books: [parlayId === 8 ? bookIds('bravo', { ids: [], lacks: 1 }) : bookIds('bravo')] }),
      ),
    )
    send([asked, { ...asked, parlayId: 8, title: 'Lacking' }, { ...asked, parlayId: 9 }])
    await shown('dialog select')
    expect(pane.text()).toContain('Lacking: none of your books offers every leg')
    await button(pane, 'Send 2 parlays').trigger('click')
    await flushPromises()
    expect(api.trending.send.mock.calls[0]?.[0].parlays.map(({ parlayId }) => parlayId)).toEqual([7, 9])
  })
})

describe('SubmissionDialog', () => {
  async function open(state: Parameters<typeof submission>[1]) {
    const one = submission(3, state)
    const opened = await openTrending({ recent: [one], fullAgainAt: noon })
    const raw = { status: 429, body: '{"code":429,"queued":false,"message":"Max queued"}' }
    opened.api.trending.history.mockResolvedValue(
      ok({
        submission: one,
        ids,
        steps: [
          { at: noon, event: { kind: 'answered', outcome: { kind: 'full', notBeforeAt: null }, raw } },
          { at: noon, event: { kind: 'sent' } },
        ],
        older: 3,
      }),
    )
    await opened.pane.get('li button').trigger('click')
    await opened.shown('dialog [aria-label=History]')
    return opened
  }
  const full = { state: { kind: 'full', tries: 1, isUnsure: false, againAt: noon } } as const

  it('shows its ids, and every answer as it came', async () => {
    const { pane } = await open(full)
    const text = pane.get('dialog').text()
    for (const shown of [...ids, 'The queue is full.', 'HTTP 429 {"code":429', 'and 3 older steps'])
      expect(text).toContain(shown)
  })

  it('offers the actions possible in the state, and runs them', async () => {
    const { pane, api } = await open(full)
    const dialog = pane.get('dialog')
    expect(buttonNames(dialog)).toEqual([
      'Copy IDs',
      'Move up',
      'Move down',
      'Cancel sending',
      'Retry now',
      'Close',
    ])
    await button(dialog, 'Retry now').trigger('click')
    await button(dialog, 'Move up').trigger('click')
    await button(dialog, 'Cancel sending').trigger('click')
    expect(api.trending.retry).toHaveBeenCalledWith({ id: 3 })
    expect(api.trending.reorder).toHaveBeenCalledWith({ id: 3, to: 'ahead' })
    expect(api.trending.cancel).toHaveBeenCalledWith({ id: 3 })
  })

  it('marks ids whose event is gone, and says why an action was refused', async () => {
    const { pane, api } = await open({ state: { kind: 'event-not-found', missing: ['e1'] } })
    expect(pane.findAll('dialog .down').length).toBeGreaterThanOrEqual(2)
    const sentence = 'Can’t remove: this parlay is being sent.'
    api.trending.remove.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'removed', sentence }))
    await button(pane.get('dialog'), 'Remove').trigger('click')
    await flushPromises()
    expect(pane.get('dialog [role=alert]').text()).toContain(sentence)
  })
})

describe('TrendingListDialog', () => {
  const many = Array.from({ length: 10_000 }, (_, place) =>
    submission(10_000 - place, { title: `Parlay ${place}` }),
  )

  async function open(given: Partial<typeof counts> = {}) {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(420)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
    const opened = await openTrending({
      counts: { ...counts, waiting: 10_000, ...given },
      recent: many.slice(0, 30),
    })
    opened.api.trending.page.mockImplementation(pagesOf(many))
    await button(opened.pane, 'All…').trigger('click')
    await opened.shown('dialog [data-place] button')
    return opened
  }

  it('fetches and draws only the submissions in view of ten thousand', async () => {
    const { pane, api } = await open()
    const drawn = pane.findAll('dialog [data-place]')
    expect(drawn.length).toBeLessThan(40)
    expect(drawn[0]?.text()).toContain('Parlay 0')
    expect(drawn[0]?.attributes('aria-setsize')).toBe('10000')
    expect(api.trending.page.mock.calls.every(([{ from, limit }]) => from === 0 && limit === 100)).toBe(true)
  })

  it('filters by state, and moves a waiting submission with the keyboard', async () => {
    const { pane, api } = await open()
    await pane.get('input[value=waiting]').setValue(true)
    await flushPromises()
    expect(api.trending.page).toHaveBeenLastCalledWith({ filter: 'waiting', from: 0, limit: 100 })
    const second = pane.get('[data-place="1"] button')
    await second.trigger('keydown', { key: 'ArrowUp', altKey: true })
    expect(api.trending.reorder).toHaveBeenCalledExactlyOnceWith({ id: 9_999, to: 'ahead' })
    expect(document.activeElement?.closest('[data-place]')?.getAttribute('data-place')).toBe('0')
  })

  it('cannot remove finished ones while none is, and says so', async () => {
    const { pane } = await open({ queued: 0, cancelled: 0 })
    const remove = button(pane.get('dialog'), 'Remove finished')
    expect(remove.attributes('disabled')).toBeDefined()
    expect(remove.attributes('data-tip')).toBe('Nothing queued or canceled')
  })

  it('runs actions on many at once, and switches retries off', async () => {
    const { pane, api } = await open({ queued: 1 })
    for (const name of ['Retry all', 'Cancel waiting', 'Remove finished'])
      await button(pane.get('dialog'), name).trigger('click')
    await pane.get('input[type=checkbox]').setValue(false)
    expect(api.trending.retryFull).toHaveBeenCalledOnce()
    expect(api.trending.cancelWaiting).toHaveBeenCalledOnce()
    expect(api.trending.removeFinished).toHaveBeenCalledOnce()
    expect(api.trending.setRetriesFull).toHaveBeenCalledExactlyOnceWith({ isOn: false })
  })
})
