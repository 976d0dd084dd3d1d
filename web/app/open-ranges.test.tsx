import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { loadArea } from '../lib/i18n.ts'
import { queryClient } from '../lib/query.ts'
import { rememberUser } from '../lib/session.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { sampleUser } from '../testing/sample-user.ts'
import { screen } from '../testing/screen.ts'
import { router } from './router.tsx'

afterEach(() => queryClient.clear())

const empty = { items: [], page: 1, page_size: 10, total: 0 }
const sum = { quota: 0, prompt_tokens: 0, completion_tokens: 0, rpm: 0, tpm: 0 }

const lists = [
  ['/log', '/api/log/', 1],
  ['/midjourney', '/api/mj/', 1000],
  ['/task', '/api/task/', 1],
  ['/video', '/api/video/', 1],
  ['/batch', '/api/batch/', 1],
  ['/audit', '/api/audit/', 1],
] as const

it.each(lists)(
  'The time of a list can be left open at either end, and the address keeps it: %s',
  async (path, endpoint, parts) => {
    await loadArea('common')
    rememberUser(sampleUser({ role: 100 }))
    const calls = answerCalls({
      [`GET ${endpoint}`]: () => ({ body: granted(empty) }),
      'GET /api/log/stat': () => ({ body: granted(sum) }),
    })
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    await router.navigate({ to: path })
    const user = userEvent.setup()
    const pick = async (name: string | RegExp, from: string, to: string) => {
      await user.click(await screen.findByRole('button', { name }))
      fireEvent.change(await screen.findByLabelText('From'), { target: { value: from } })
      fireEvent.change(screen.getByLabelText('To'), { target: { value: to } })
      await user.click(screen.getByRole('button', { name: 'Apply' }))
    }
    const asked = () => calls.findLast((call) => call.path === endpoint)?.query
    const noon = new Date(2026, 4, 6, 12).getTime() / 1000

    await pick(/^Today$|^Last 30 days$|^Any time$/, '2026-05-06T12:00', '')
    await screen.findByRole('button', { name: /^Since / })
    await waitFor(() => expect(asked()?.start_timestamp).toBe(String(noon * parts)))
    expect(Number(asked()?.end_timestamp) === 0 || Number(asked()?.end_timestamp) > (Date.now() / 1000) * parts).toBe(
      true,
    )

    await pick(/^Since /, '', '2026-05-06T12:00')
    await screen.findByRole('button', { name: /^Until / })
    await waitFor(() => expect(asked()).toMatchObject({ start_timestamp: '0', end_timestamp: String(noon * parts) }))
    expect(router.state.location.search).toMatchObject({ end_timestamp: String(noon) })

    await pick(/^Until /, '', '')
    await screen.findByRole('button', { name: 'Any time' })
    await waitFor(() => expect(asked()?.start_timestamp).toBe('0'))
    expect(router.state.location.href).toMatch(path === '/audit' ? /^\/audit$/ : /[?&]start_timestamp=0/)

    await user.click(screen.getByRole('button', { name: 'Any time' }))
    await user.click(await screen.findByRole('button', { name: 'Yesterday' }))
    await screen.findByRole('button', { name: 'Yesterday' })
    const midnight = new Date().setHours(0, 0, 0, 0) / 1000
    await waitFor(() => expect(asked()?.end_timestamp).toBe(String((midnight - 1) * parts)))
    expect(router.state.location.href).toBe(`${path}?range=yesterday`)
  },
)
