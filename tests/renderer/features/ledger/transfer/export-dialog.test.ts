import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it, onTestFinished } from 'vitest'
import ExportDialog from '../../../../../src/renderer/features/ledger/transfer/ExportDialog.vue'
import { ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'

it('ExportDialog saves the chosen table to a Parquet file, and says how many rows it has', async () => {
  const { api } = stubDesk()
  const dialog = mount(ExportDialog, { global: { plugins: [createPinia()] }, attachTo: document.body })
  onTestFinished(() => dialog.unmount())
  expect(dialog.find('select').exists()).toBe(false)
  await dialog.findAll('input[type=radio]')[2]?.setValue()
  await dialog.get('select').setValue('quotes')
  api.transfer.saveParquet.mockResolvedValueOnce(ok({ name: 'quotes.parquet', rows: 1_200 }))
  await dialog.get('form').trigger('submit')
  await flushPromises()
  expect(api.transfer.saveParquet).toHaveBeenCalledExactlyOnceWith({ table: 'quotes' })
  expect(api.transfer.save).not.toHaveBeenCalled()
  expect(dialog.text()).toContain('Saved 1,200 rows to quotes.parquet.')
})
