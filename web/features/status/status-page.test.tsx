import { expect, it } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { StatusPage } from './status-page.tsx'

it('A model stands behind the mark of its maker, or a letter where there is none', async () => {
  const hours = Array.from({ length: 24 }, () => 'up')
  const stated = (model: string, mark: string) => ({ model, mark, now: 'up', uptime: 1, hours })
  const models = [stated('gpt-4o', 'openai'), stated('river', '')]
  answerCalls({
    'GET /api/model_status': () => ({ body: granted({ since: 1_700_000_000, models, idle: 0 }) }),
  })
  await renderPage(<StatusPage />, { areas: ['status'] })
  const [known, unknown] = await screen.findAllByRole('heading', { level: 2 })
  expect(known?.previousElementSibling?.querySelector('use')?.getAttribute('href')).toBe('/marks.svg#openai')
  expect(unknown?.previousElementSibling?.textContent).toBe('r')
  expect(unknown?.textContent).toBe('river')
})
