import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RedemptionBatch } from '#contract/redemption-batches.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { RedemptionsPage } from './redemptions-page.tsx'
import { batchesPreference } from './use-layout.ts'

const spring: RedemptionBatch = {
  ...{ id: 17, name: 'spring', created_time: 1_700_000_000, creator_id: 3, creator_name: 'ann' },
  ...{ count: 9, used: 4, disabled: 1, expired: 0, remaining: 4, quota: 4_500_000 },
}
const code = (id: number, key: string) => ({
  ...{ id, key, name: 'spring', status: 1, quota: 500_000, is_gift: false, max_uses: -1, used_count: 0 },
  ...{ used_user_id: 0, valid_from: 0, valid_until: 0, created_time: 1, redeemed_time: 0, batch_id: 17 },
})

const pageOf = (items: readonly unknown[]) => granted({ items, page: 1, page_size: 10, total: items.length })

const open = async (others: Parameters<typeof answerCalls>[0] = {}, batch = spring) => {
  const calls = answerCalls({
    'GET /api/redemption/': () => ({ body: pageOf([code(17, 'first'), code(18, 'second')]) }),
    'GET /api/redemption/batch': () => ({ body: pageOf([batch]) }),
    ...others,
  })
  const page = await renderPage(<RedemptionsPage />, { path: '/redemption', areas: ['redemptions'] })
  await screen.findAllByText('spring')
  return { ...page, calls }
}
const openMenu = ({ user }: Awaited<ReturnType<typeof open>>) =>
  user.click(screen.getByRole('button', { name: 'Actions for spring' }))
const changesOf = ({ calls }: Awaited<ReturnType<typeof open>>) =>
  calls.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [{ method, path, body }]))

beforeEach(() => {
  rememberUser(sampleUser({ role: 10 }))
  batchesPreference.set(true)
})
afterEach(() => {
  // Before the server is gone: what is on its way must not look for another.
  batchesPreference.set(false)
})

describe('Codes by what was made together', () => {
  it('are asked for by a choice, which the page remembers', async () => {
    batchesPreference.set(false)
    const page = await open()
    expect(screen.getAllByText('spring')).toHaveLength(2)
    await page.user.click(screen.getByRole('radio', { name: 'Batches' }))
    await screen.findByText('$9.00')
    expect(page.calls.some(({ path }) => path === '/api/redemption/batch')).toBe(true)
    expect(batchesPreference.get()).toBe(true)
    expect(page.router.state.location.search).toEqual({ layout: 'batches' })
  })

  it('are looked into with P beside the list, with all of their columns', async () => {
    const { user } = await open()
    await user.keyboard('jp')
    const dialog = within(await screen.findByRole('dialog', { name: 'spring' }))
    dialog.getByText('$9.00')
    dialog.getByText('ann')
  })

  it('tell what became of them, what they are worth, and who made them', async () => {
    await open()
    const row = within(document.querySelector<HTMLElement>('[data-row]') ?? document.body)
    for (const text of ['17', '9', '1', '0', '$9.00']) expect(row.getByText(text)).toBeTruthy()
    expect(row.getAllByText('4')).toHaveLength(2)
    expect(row.getByRole('link', { name: 'ann' }).getAttribute('href')).toBe('/user/3')
  })

  inEachLanguage('open to the list of one batch, and come back by the same choice', async () => {
    const page = await open()
    await page.user.click(screen.getByRole('link', { name: 'spring' }))
    await waitFor(() => expect(screen.getAllByText('spring')).toHaveLength(2))
    expect(page.router.state.location.search).toEqual({ batch: '17' })
    expect(page.calls.findLast(({ path }) => path === '/api/redemption/')?.query).toMatchObject({ batch: '17' })
    await page.user.click(screen.getByRole('radio', { name: 'Batches' }))
    await waitFor(() => expect(page.router.state.location.search).toEqual({ layout: 'batches' }))
    await screen.findByText('$9.00')
  })

  inEachLanguage(
    'are disabled as one after asking, and Undo brings back those that it concerned, as does the Undo of that',
    async () => {
      const page = await open({
        'PUT /api/redemption/batch/17/disable': () => ({ body: granted([18, 19]) }),
        'PUT /api/redemption/batch-enable': () => ({ body: granted(2) }),
        'PUT /api/redemption/batch-disable': () => ({ body: granted(2) }),
      })
      await openMenu(page)
      await page.user.click(await screen.findByRole('menuitem', { name: 'Disable' }))
      const dialog = await screen.findByRole('alertdialog')
      expect(within(dialog).getByText('Disable the batch “spring”?')).toBeTruthy()
      await page.user.click(within(dialog).getByRole('button', { name: 'Disable' }))
      await screen.findByText('2 codes disabled')
      await page.user.click(screen.getByRole('button', { name: 'Undo' }))
      const enabled = await screen.findByText('2 codes enabled')
      await page.user.click(within(enabled.parentElement ?? document.body).getByRole('button', { name: 'Undo' }))
      await waitFor(() =>
        expect(changesOf(page)).toEqual([
          { method: 'PUT', path: '/api/redemption/batch/17/disable', body: undefined },
          { method: 'PUT', path: '/api/redemption/batch-enable', body: { ids: [18, 19] } },
          { method: 'PUT', path: '/api/redemption/batch-disable', body: { ids: [18, 19] } },
        ]),
      )
    },
  )

  it('are deleted as one after asking', async () => {
    const page = await open({ 'DELETE /api/redemption/batch/17': () => ({ body: granted(9) }) })
    await openMenu(page)
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    within(dialog).getByText('Its 9 codes are deleted, used ones too. This cannot be undone.')
    await page.user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByText('9 codes deleted')
  })

  it('are written to a file and copied, all of a batch and not a page of them', async () => {
    const page = await open()
    const written: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text)
    })
    await openMenu(page)
    await page.user.click(await screen.findByRole('menuitem', { name: 'Copy codes' }))
    await screen.findByText('2 codes copied')
    expect(written).toEqual(['first\nsecond'])
    expect(page.calls.findLast(({ path }) => path === '/api/redemption/')?.query).toMatchObject({
      ...{ batch: '17', page_size: '100', sort: 'id' },
    })
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes')
    await openMenu(page)
    await page.user.click(await screen.findByRole('menuitem', { name: 'Export as a file' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    const [file] = saved.mock.calls[0] ?? []
    expect(file instanceof Blob && (await file.text())).toBe(
      '\ufeff"Name","Code"\r\n"spring","first"\r\n"spring","second"\r\n',
    )
  })

  it('offer nothing that would do nothing', async () => {
    const page = await open({}, { ...spring, disabled: 0, remaining: 0, used: 9 })
    await openMenu(page)
    const entry = async (name: RegExp) => (await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')
    expect(await entry(/^Enable/)).toBe('true')
    expect(await entry(/^Disable/)).toBe('true')
    expect(screen.getByText('No code of it is unused')).toBeTruthy()
  })
})
