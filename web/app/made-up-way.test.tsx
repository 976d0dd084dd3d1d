import { cleanup, render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { systemStatus } from '#contract/status.ts'
import { patience } from '#testing/patience.ts'
import { ExternalLogins } from '../features/session/external-logins.tsx'
import { UserFacts } from '../features/users/user-facts.tsx'
import { loadArea } from '../lib/i18n.ts'
import { rememberUser } from '../lib/session.ts'
import { currentStatus, loadStatus } from '../lib/status.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { drawPersonalPage } from '../testing/personal-page.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { sampleUser } from '../testing/sample-user.ts'
import { screen, within } from '../testing/screen.ts'
import { openSettings } from '../testing/settings-page.tsx'

// The one line, and the words.
vi.mock('#contract/signin-ways/index.ts', async (original) => {
  const { madeUpWay } = await import('#testing/made-up-way.ts')
  const { signinWays } = await original<typeof import('#contract/signin-ways/index.ts')>()
  return { signinWays: [...signinWays, madeUpWay('https://made-up.example')] }
})
vi.mock('../locales/en/common.ts', async (original) => {
  const { messages } = await original<typeof import('../locales/en/common.ts')>()
  return { messages: { ...messages, 'way.madeup': 'Made Up' } }
})
vi.mock('../locales/en/options.ts', async (original) => {
  const { messages } = await original<typeof import('../locales/en/options.ts')>()
  return { messages: { ...messages, MadeUpEnabled: 'Made Up', MadeUpClient: 'Client', 'section.madeup': 'Made Up' } }
})

const offered = { setup: true, made_up_login: true, made_up_client: 'client-7' }
const bound = { id: 7, made_up_id: 'made-7' }

describe('a way to sign in that is one file, one line and its words', () => {
  it('has its button on the login page, which leaves for its page', async () => {
    const status = systemStatus.parse({ ...currentStatus(), ...offered })
    answerCalls({
      'GET /api/status': () => ({ body: granted(status) }),
      'GET /api/oauth/state': ({ query }) => ({ body: granted(`for-${query.provider}`, { code_challenge: '' }) }),
    })
    await loadStatus()
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const page = await renderPage(<ExternalLogins />, { areas: ['session'] })
    await page.user.click(screen.getByRole('button', { name: 'Continue with Made Up' }))
    const address = 'https://made-up.example/agree?client=client-7&state=for-madeup'
    await vi.waitFor(() => expect(left).toHaveBeenCalledWith(address), patience)
  })

  it('stands among the bindings of an account', async () => {
    await drawPersonalPage({ status: offered })
    expect(screen.getByRole('button', { name: 'Connect: Made Up' })).toHaveProperty('disabled', false)
    cleanup()
    await drawPersonalPage({ status: offered, user: bound })
    screen.getByText('made-7')
  })

  it('stands among what administrators read of a user', async () => {
    await loadArea('users')
    render(<UserFacts user={sampleUser(bound)} />)
    expect(screen.getByText('made-7').previousSibling?.textContent).toBe('Made Up')
  })

  it('has its switch and its section among the settings', async () => {
    rememberUser(sampleUser({ role: 100 }))
    await openSettings('/setting?tab=system')
    screen.getByRole('switch', { name: 'Made Up' })
    const section = document.querySelector<HTMLElement>('#section-madeup')
    if (section === null) throw new Error('there is no section')
    within(section).getByLabelText('Client')
  })
})
