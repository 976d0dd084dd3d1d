import { cleanup, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { openSettings as open, press } from '../../testing/settings-page.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

describe('a long tab', () => {
  it('shows its first screen before the rest is drawn, and then all of it', async () => {
    const replaced = new Set<string>()
    const observer = new MutationObserver((records) => {
      for (const { removedNodes } of records)
        for (const node of removedNodes)
          if (node instanceof HTMLElement && node.childElementCount === 0 && node.id !== '') replaced.add(node.id)
    })
    observer.observe(document, { childList: true, subtree: true })
    await open('/setting?tab=system')
    observer.disconnect()
    expect([...replaced].toSorted()).toEqual(
      ['email-domains', 'github', 'linuxdo', 'oidc', 'smtp', 'telegram', 'turnstile', 'wechat'].map(
        (section) => `section-${section}`,
      ),
    )
    expect(screen.getByRole('button', { name: 'Save Turnstile' })).toBeTruthy()
  })
})

it('A tab of more than one section lists them, and one of a single section has no list', async () => {
  const listed = () => {
    const list = screen.queryByRole('navigation', { name: 'On this page' })
    return list && [...list.querySelectorAll('button')].map(({ textContent }) => textContent)
  }
  await open('/setting?tab=models')
  expect(listed()).toEqual(['Global', 'Gemini', 'Claude'])
  cleanup()
  await open('/setting?tab=other')
  expect(listed()).toHaveLength(2)
  cleanup()
  await open('/setting?tab=ratelimit')
  expect(listed()).toBeNull()
  cleanup()
  await open('/setting?tab=operation')
  await screen.findByRole('heading', { name: 'Token chat links' })
  expect(listed()).toEqual(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent))
})

describe('saving options', () => {
  inEachLanguage('sends only what changed in the section, one call each, and keeps the rest unsaved', async () => {
    const page = await open('/setting?tab=system')
    await page.user.type(screen.getByLabelText('SMTP server'), 'mail.example')
    await page.user.type(screen.getByLabelText('SMTP account'), 'robot')
    await page.user.type(screen.getByLabelText('Server address'), 'https://gateway.example')
    await press(page, 'Save SMTP')
    await screen.findByText('Saved')
    expect(page.sent()).toEqual([
      { key: 'SMTPServer', value: 'mail.example' },
      { key: 'SMTPAccount', value: 'robot' },
    ])
    expect(await screen.findByText('1 unsaved change')).toBeTruthy()
  })

  inEachLanguage('says when nothing was changed', async () => {
    const page = await open('/setting?tab=ratelimit')
    await press(page, 'Save Request rate limit')
    await screen.findByText('No changes to save')
    expect(page.sent()).toEqual([])
  })

  inEachLanguage('says that part of it failed, and keeps that part', async () => {
    const page = await open(
      '/setting?tab=system',
      {},
      {
        'PUT /api/option/': ({ body }) =>
          (body as { key: string }).key === 'SMTPServer' ? { body: refused('not this one') } : { body: granted(null) },
      },
    )
    await page.user.type(screen.getByLabelText('SMTP server'), 'mail.example')
    await page.user.type(screen.getByLabelText('SMTP account'), 'robot')
    await press(page, 'Save SMTP')
    await screen.findByText('Some settings were not saved. Please try again.\nnot this one')
    const field = screen.getByLabelText('SMTP server')
    expect(field).toHaveProperty('value', 'mail.example')
    const alert = screen.getByText('not this one')
    expect(field.getAttribute('aria-describedby')).toContain(alert.id)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await page.user.type(field, '.com')
    expect(screen.queryByText('not this one')).toBeNull()
  })

  inEachLanguage('says that a single one failed', async () => {
    const page = await open('/setting?tab=system', {}, { 'PUT /api/option/': () => ({ body: refused('no') }) })
    await page.user.type(screen.getByLabelText('SMTP server'), 'mail.example')
    await press(page, 'Save SMTP')
    await screen.findByText('Couldn’t save. Please try again.\nno')
  })

  it('calls a setting that was refused by its name', async () => {
    const refusal = refused('Fill in “SMTPServer” before turning on “SMTPFrom”', 'option_needs')
    const page = await open('/setting?tab=system', {}, { 'PUT /api/option/': () => ({ body: refusal }) })
    await page.user.type(screen.getByLabelText('SMTP account'), 'robot')
    await press(page, 'Save SMTP')
    await screen.findByText(/Fill in “SMTP server” before turning on “Sender address”/)
  })

  it('shows whether a secret is set, never the secret, and an empty one is not sent', async () => {
    const page = await open('/setting?tab=system', { SMTPToken: 'hidden' })
    const secret = screen.getByLabelText('SMTP password')
    expect(secret).toHaveProperty('value', '')
    expect(secret).toHaveProperty('placeholder', 'Set. Type to replace it')
    expect(screen.getByLabelText('Worker key')).toHaveProperty('placeholder', 'Not set')
    await page.user.type(secret, 'fresh')
    await press(page, 'Save SMTP')
    await waitFor(() => expect(page.sent()).toEqual([{ key: 'SMTPToken', value: 'fresh' }]))
  })
})

describe('checking options', () => {
  inEachLanguage('shows on leaving where a text stops being JSON, and sends nothing', async () => {
    const page = await open('/setting?keyword=gemini.version_settings')
    await page.user.click(await screen.findByRole('button', { name: 'Edit as JSON: API versions' }))
    const versions = screen.getByLabelText('API versions')
    await page.user.clear(versions)
    await page.user.type(versions, '{{"a" 1}')
    await page.user.tab()
    await screen.findByText('Invalid JSON (line 1, column 6)')
    await press(page, 'Save Gemini')
    await screen.findByText('Check what you entered')
    expect(page.sent()).toEqual([])
  })

  it('names the entry that is wrong', async () => {
    const page = await open('/setting?keyword=claude.default_max_tokens')
    const longest = await screen.findByRole('textbox', { name: 'Tokens of default' })
    await page.user.clear(longest)
    await page.user.type(longest, '0')
    await page.user.tab()
    await screen.findByText('default: at least 1')
  })

  inEachLanguage('asks for the server address before anything about payment', async () => {
    const page = await open('/setting?tab=system')
    await page.user.type(screen.getByLabelText('Merchant ID'), '42')
    await press(page, 'Save Payment')
    await screen.findByText('Enter the server address first')
    expect(page.sent()).toEqual([])
  })

  inEachLanguage('says that a top-up ratio is no JSON', async () => {
    const { user } = await open('/setting?keyword=TopupGroupRatio')
    await user.click(await screen.findByRole('button', { name: 'Edit as JSON: Top-up group ratios' }))
    const ratios = screen.getByLabelText('Top-up group ratios')
    await user.clear(ratios)
    await user.type(ratios, '{{"vip"')
    await user.tab()
    const fault = await screen.findByText('Top-up group ratios: invalid JSON (line 1, column 7)')
    expect(ratios.getAttribute('aria-describedby')?.split(' ')).toContain(fault.id)
  })

  inEachLanguage('takes no mail domain of the wrong form, and none twice', async () => {
    const page = await open('/setting?keyword=EmailDomainWhitelist', { EmailDomainWhitelist: 'example.org' })
    await page.user.type(screen.getByLabelText('Allowed email domains'), 'not a domain!')
    await press(page, 'Add domain')
    await screen.findByText('Enter a domain such as example.com')
    await page.user.clear(screen.getByLabelText('Allowed email domains'))
    await page.user.type(screen.getByLabelText('Allowed email domains'), 'example.org')
    await press(page, 'Add domain')
    await screen.findByText('This domain is already in the list')
  })

  it('asks for what a way to log in needs before it is turned on', async () => {
    const page = await open('/setting?tab=system')
    await page.user.click(screen.getByRole('switch', { name: 'GitHub' }))
    await press(page, 'Save Login and registration')
    await screen.findByText('Fill in “GitHub client ID” before turning on “GitHub”')
    expect(page.sent()).toEqual([])
  })

  it('locks what needs another switch until that is on', async () => {
    const page = await open('/setting?tab=models')
    expect(screen.getByLabelText('Ping interval')).toHaveProperty('disabled', true)
    await page.user.click(screen.getByRole('switch', { name: 'Keep streams alive' }))
    expect(screen.getByLabelText('Ping interval')).toHaveProperty('disabled', false)
  })

  inEachLanguage(
    'T16: shows administrators that a setting is the super admin’s, and has no control for it',
    async () => {
      rememberUser(sampleUser({ role: 10 }))
      await open('/setting')
      expect(screen.getByLabelText('Top-up link').tagName).toBe('OUTPUT')
      expect(screen.getAllByText('Only the super admin sees and changes this.').length).toBeGreaterThan(0)
    },
  )

  inEachLanguage(
    'T16: says of a section that is the super admin’s what is in it, in place of an empty one',
    async () => {
      rememberUser(sampleUser({ role: 10 }))
      await open('/setting?keyword=SMTPServer')
      expect(screen.getByText('Only the super admin sees and changes these settings.')).toBeTruthy()
      expect(screen.getByText('SMTP server')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Save SMTP' })).toBeNull()
      expect(screen.queryByRole('textbox', { name: 'SMTP server' })).toBeNull()
    },
  )
})

describe('single options', () => {
  it('asks before the login by password is turned off, and puts it back on when cancelled', async () => {
    const page = await open('/setting?tab=system')
    const login = screen.getByRole<HTMLInputElement>('switch', { name: 'Password login' })
    await page.user.click(login)
    const question = within(await screen.findByRole('alertdialog'))
    await page.user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(login.checked).toBe(true))
  })

  it('fills in the endpoints that an OIDC provider tells', async () => {
    const endpoints = { authorization_endpoint: 'https://id.example/a', token_endpoint: 'https://id.example/t' }
    const page = await open(
      '/setting?tab=system',
      {},
      {
        'GET /api/option/oidc_configuration': () => ({
          body: granted({ ...endpoints, userinfo_endpoint: 'https://id.example/u' }),
        }),
      },
    )
    const address = screen.getByLabelText('Well-Known URL')
    await press(page, 'Fetch configuration')
    await screen.findByText('Enter the Well-Known URL')
    expect(address.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(address)
    await page.user.type(address, 'id.example')
    await press(page, 'Fetch configuration')
    await screen.findByText('The Well-Known URL must start with http:// or https://')
    await page.user.clear(address)
    await page.user.type(address, 'https://id.example/well-known')
    expect(address.getAttribute('aria-invalid')).toBe('false')
    await press(page, 'Fetch configuration')
    await waitFor(() =>
      expect(screen.getByLabelText('User info endpoint')).toHaveProperty('value', 'https://id.example/u'),
    )
  })

  inEachLanguage('says that an OIDC provider cannot be read', async () => {
    const page = await open('/setting?tab=system', { 'oidc.well_known': 'https://id.example/nothing' })
    await press(page, 'Fetch configuration')
    await screen.findByText('Couldn’t fetch the OIDC configuration. Check the network and the Well-Known URL.')
  })

  inEachLanguage('saves each text of the site by its own button, in its own words', async () => {
    const page = await open('/setting?tab=other')
    const save = async (label: string, button: string) => {
      await page.user.type(screen.getByLabelText(label), '/mark.png')
      await press(page, button)
    }
    await save('Announcement', 'Save announcement')
    await screen.findByText('Announcement updated')
    expect(page.sent()).toEqual([{ key: 'Notice', value: '/mark.png' }])
    await save('System name', 'Save system name')
    await screen.findByText('System name updated')
    await save('Logo', 'Save logo')
    await screen.findByText('Logo updated')
    await save('Home page content', 'Save home page content')
    await screen.findByText('Home page content updated')
    await save('About', 'Save about')
    await screen.findByText('About updated')
    await save('Footer', 'Save footer')
    await screen.findByText('Footer updated')
  })

  inEachLanguage('says that a text of the site was not updated', async () => {
    const page = await open('/setting?tab=other', {}, { 'PUT /api/option/': () => ({ body: refused('too long') }) })
    await page.user.type(screen.getByLabelText('Announcement'), 'Hello')
    await press(page, 'Save announcement')
    await screen.findByText('Couldn’t save\ntoo long')
  })

  const askForUpdates = async (answer: Parameters<typeof open>[2], version = '1.2.0') => {
    const status = { ...currentStatus(), version, update_check: true }
    const page = await open(
      '/setting?tab=other',
      {},
      { 'GET /api/status': () => ({ body: granted(status) }), ...answer },
    )
    await loadStatus()
    await page.user.click(await screen.findByRole('button', { name: 'Check for updates' }))
  }
  const latest = (tag_name: string) => ({
    'GET /api/option/latest_release': () => ({ body: granted({ tag_name, html_url: 'https://code.example/new' }) }),
  })

  it('asks for updates only where there is an address to ask', async () => {
    await open('/setting?tab=other')
    expect(screen.queryByRole('button', { name: 'Check for updates' })).toBeNull()
    cleanup()
    await askForUpdates(latest('v1.2.0'))
    await screen.findByText('1.2.0 is the latest version')
    cleanup()
    await askForUpdates(latest('1.2.0'), 'v1.2.0')
    await screen.findByText('v1.2.0 is the latest version')
  })

  it('leads to a newer release', async () => {
    await askForUpdates(latest('v1.3.0'))
    await screen.findByText('Version v1.3.0 is available')
    expect(screen.getByRole('link', { name: 'Open the release' }).getAttribute('href')).toBe('https://code.example/new')
  })

  inEachLanguage('says that nobody answers when asked for updates', async () => {
    await askForUpdates({ 'GET /api/option/latest_release': () => ({ status: 502, body: '' }) })
    await screen.findByText('Couldn’t check for updates. Try again later.')
  })

  it('brings the default back into the field without saving it', async () => {
    const page = await open('/setting?keyword=TurnstileSiteKey', { TurnstileSiteKey: 'old' })
    await press(page, 'Use the default of “Turnstile site key”')
    expect(screen.getByLabelText('Turnstile site key')).toHaveProperty('value', '')
    expect(page.sent()).toEqual([])
    await screen.findByText('1 unsaved change')
  })

  it('are found by any of their words, on whatever tab', async () => {
    await open('/setting?keyword=bot%20token')
    expect(screen.getByLabelText('Bot token')).toBeTruthy()
    expect(screen.getByText('1 setting found')).toBeTruthy()
  })
})

describe('clearing the usage log', () => {
  const deletion = { 'GET /api/log/deletion': () => ({ body: granted(null) }) }
  /** The day of the question is typed: what is cleared cannot be brought back. */
  const confirmClearing = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    const question = within(await screen.findByRole('alertdialog'))
    const action = question.getByRole<HTMLButtonElement>('button', { name: 'Clear entries' })
    expect(action.disabled).toBe(true)
    const box = question.getByRole<HTMLInputElement>('textbox')
    const [day = ''] = /\d+\D\d+\D\d+/.exec(box.labels?.[0]?.textContent ?? '') ?? []
    expect(question.getByRole('heading').textContent).toContain(day)
    await user.type(box, day)
    await user.click(action)
  }

  inEachLanguage('says that it is not known how far it has come', async () => {
    const page = await open('/setting', {}, { 'GET /api/log/deletion': () => ({ status: 502, body: '' }) })
    await screen.findByText('This could not be loaded')
    answerCalls(deletion)
    await press(page, 'Try again')
    await waitFor(() => expect(screen.queryByText('This could not be loaded')).toBeNull())
  })

  inEachLanguage('wants a time', async () => {
    const page = await open('/setting', {}, deletion)
    await page.user.clear(await screen.findByLabelText(/^Entries from before/))
    await press(page, 'Clear entries')
    await screen.findByText('Choose a time')
  })

  inEachLanguage('says how many went', async () => {
    const page = await open('/setting', {}, { ...deletion, 'DELETE /api/log/': () => ({ body: granted(1234) }) })
    await press(page, 'Clear entries')
    await confirmClearing(page)
    await screen.findByText('1,234 log entries cleared')
  })

  inEachLanguage('says why it failed', async () => {
    const page = await open('/setting', {}, { ...deletion, 'DELETE /api/log/': () => ({ status: 503, body: '' }) })
    await press(page, 'Clear entries')
    await confirmClearing(page)
    await screen.findByText('Couldn’t clear the log: HTTP 503')
  })
})

describe('what has a page of its own', () => {
  it('is led to from the settings, also by whoever searches for it', async () => {
    const { user } = await open('/setting')
    const wayTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect([wayTo('Model prices'), wayTo('Groups')]).toEqual(['/price', '/group'])
    await user.type(screen.getByRole('searchbox', { name: 'Search all settings' }), 'ratio')
    await screen.findByRole('heading', { level: 2, name: 'Group ratios' })
    expect(wayTo('Group ratios')).toBe('/group?option=GroupRatio')
    expect(wayTo('Completion ratios')).toBe('/price?option=CompletionRatio&view=ratios')
    expect(screen.queryByRole('group', { name: 'Group ratios' })).toBeNull()
  })

  it.each([
    ['/group?option=UserUsableGroups', '/group'],
    ['/price?view=ratios&option=ToolPrice', '/price?view=ratios'],
  ])('leads to the option in its address, which is then taken out: %s', async (path, place) => {
    const { router } = await open(path)
    const id = `option-${new URLSearchParams(path.split('?')[1]).get('option')}`
    await waitFor(() => expect(document.activeElement?.closest(`[id^="${id}"]`)).not.toBeNull())
    await waitFor(() => expect(router.state.location.href).toBe(place))
  })

  it('leads to the field that cannot be read from any of its views', async () => {
    const page = await open('/price', { ModelRatio: '{"gpt-4o":1}' })
    await page.user.click(screen.getByRole('tab', { name: 'Model ratio settings' }))
    const tools = await screen.findByLabelText('Completion ratios')
    await page.user.clear(tools)
    await page.user.type(tools, '{{')
    await page.user.click(screen.getByRole('tab', { name: 'Price lists' }))
    await press(page, 'Save all')
    await screen.findByText('Check what you entered')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Completion ratios')))
    expect(page.sent()).toEqual([])
  })
})

it('an option in the address is led to, wherever it is, and then taken out of it', async () => {
  const { router } = await open('/setting?tab=system&option=SMTPServer')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('SMTP server')))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'system' }))
})
