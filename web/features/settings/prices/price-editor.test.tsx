import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetUser, rememberUser } from '../../../lib/session.ts'
import { granted } from '../../../testing/answer-calls.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen } from '../../../testing/screen.ts'
import { openSettings as open } from '../../../testing/settings-page.tsx'

const names = Array.from({ length: 12 }, (_, index) => `model-${index + 1}`)

beforeEach(() => rememberUser(sampleUser({ role: 100 })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetUser()
})

const ratios = () => screen.getAllByRole('textbox', { name: /^Ratio of .*model-/ })

it('The editor of prices shows ten models of a page, and no other size', async () => {
  const { user } = await open('/setting?prices=editor', {
    ModelRatio: JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
    ModelPrice: '{}',
    CompletionRatio: '{}',
  })
  await screen.findByRole('button', { name: 'Next page' })
  expect(ratios()).toHaveLength(10)
  expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(ratios()).toHaveLength(2)
})

it('The models without a price are shown by pages of the usual sizes', async () => {
  const { user } = await open(
    '/setting?prices=unset',
    {},
    {
      'GET /api/option/unset_models': () => ({ body: granted(names) }),
    },
  )
  await screen.findByRole('textbox', { name: 'Ratio of model-1' })
  expect(ratios()).toHaveLength(10)
  await user.click(screen.getByRole('combobox', { name: 'Rows per page' }))
  const sizes = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(sizes).toEqual(['10', '20', '50', '100'])
})
