import { beforeEach, expect, it } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { asksToLeave, savingEnds } from '../../testing/leaving.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { PricesStep } from './prices-step.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

const open = async (isRefused = false) => {
  const calls = answerCalls({
    'GET /api/option/': () => ({ body: granted([]) }),
    'PUT /api/option/': () => ({ body: isRefused ? refused('The disk is full') : granted(null) }),
  })
  const page = await renderPage(<PricesStep models={['river', 'lake']} />, { path: '/start', areas: ['start'] })
  const saved = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const [input] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: /river/ })
  if (input === undefined) throw new Error('no field for a price')
  return { ...page, saved, input }
}

it('Prices that were typed are asked about before the page is left, and no more once they are saved', async () => {
  const page = await open()
  await page.user.type(page.input, '2')
  expect(await asksToLeave(page)).toBe(true)
  await page.user.click(screen.getByRole('button', { name: 'Save prices' }))
  await expect.poll(page.saved).toEqual([
    { key: 'CompletionRatio', value: '{"river":1}' },
    { key: 'ModelRatio', value: '{"river":1}' },
  ])
  await expect.poll(() => page.input.value).toBe('')
  await savingEnds()
  expect(await asksToLeave(page)).toBe(false)
})

it('Prices that could not be saved are still there and asked about', async () => {
  const page = await open(true)
  await page.user.type(page.input, '2')
  await page.user.click(screen.getByRole('button', { name: 'Save prices' }))
  await screen.findByText('The disk is full')
  await savingEnds()
  expect(page.input.value).toBe('2')
  expect(await asksToLeave(page)).toBe(true)
})

it('The step of prices is left without a question while nothing was typed', async () => {
  expect(await asksToLeave(await open())).toBe(false)
})

it('A price of an output whose input is free is not saved as nothing', async () => {
  const page = await open()
  await page.user.type(page.input, '0')
  const [, output] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: /river/ })
  if (output === undefined) throw new Error('no field for the price of the output')
  await page.user.type(output, '5')
  await screen.findByText(/free input cannot have a price for its output/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save prices' }).disabled).toBe(true)
  await page.user.clear(output)
  await page.user.click(screen.getByRole('button', { name: 'Save prices' }))
  await expect.poll(page.saved).toEqual([
    { key: 'CompletionRatio', value: '{"river":1}' },
    { key: 'ModelRatio', value: '{"river":0}' },
  ])
})
