import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadArea } from '../lib/i18n.ts'
import { queryClient } from '../lib/query.ts'
import { currentStatus, loadStatus } from '../lib/status.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { screen } from '../testing/screen.ts'
import { router } from './router.tsx'

let calls: ReturnType<typeof answerCalls>

beforeEach(async () => {
  const status = { ...currentStatus(), setup: true, version: '4.5.6', system_name: 'Gate' }
  calls = answerCalls({ 'GET /api/status': () => ({ body: granted(status) }) })
  await loadStatus()
  await loadArea('common')
})

const open = async (to: string) => {
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await router.navigate({ to })
}

describe('the way back from a provider', () => {
  it('does not exist for one that there is not, and asks the server nothing', async () => {
    await open('/oauth/nobody?code=c1&state=s1')
    await screen.findByRole('heading', { name: 'Page does not exist' })
    expect(calls.filter(({ path }) => path.startsWith('/api/oauth'))).toEqual([])
  })
})

describe('the footer', () => {
  it('tells the version that runs', async () => {
    await open('/about')
    await screen.findByText('Powered by Gate 4.5.6')
  })
})
