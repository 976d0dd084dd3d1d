import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels.ts'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import { rememberUser } from '../lib/session.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { on, serve } from '../testing/fake-server.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleChannel } from '../testing/sample-channel.ts'
import { sampleUser } from '../testing/sample-user.ts'
import { screen } from '../testing/screen.ts'
import { sampleToken } from '../testing/token-server.ts'
import { said } from '../testing/wordings.ts'
import { CommandPalette } from './command-palette.tsx'
import { forgetRecentEntries, noteRecentEntry, recentEntriesOf } from './recent-entries.ts'

afterEach(() => forgetRecentEntries())

const pageOf = <Row,>(items: Row[]) => ({ items, page: 1, page_size: 5, total: items.length })
const prices = {
  ...{ quota_type: 0, model_ratio: 1, model_price: 0, owner_by: '', completion_ratio: 1, cache_ratio: 1 },
  ...{
    cache_creation_ratio: 1,
    price_steps: [],
    cache_creation_hour_ratio: 1,
    image_ratio: 1,
    image_completion_ratio: 1,
    audio_ratio: 1,
    audio_completion_ratio: 1,
    enable_groups: ['default'],
    priced: true,
  },
}

/** The palette of somebody, in front of a server that has one of each. */
const open = async (role: number) => {
  rememberUser(sampleUser({ role }))
  const calls = serve(
    on(users.list, ({ query }) => pageOf(query.keyword === 'ada' ? [sampleUser({ id: 8, username: 'ada' })] : [])),
    on(tokens.list, ({ query }) => pageOf(query.keyword === 'ada' ? [sampleToken({ id: 5, name: 'of ada' })] : [])),
    on(channels.list, ({ query }) =>
      pageOf(query.keyword === 'ada' ? [sampleChannel({ id: 3, name: 'ada west' })] : []),
    ),
    {
      'GET /api/pricing': () => {
        const beside = { group_ratio: {}, usable_group: {}, accepts_unpriced: true, supported_endpoint: {} }
        const model = { ...prices, model_name: 'ada-large', supported_endpoint_types: [] }
        return { body: granted([model], beside) }
      },
    },
  )
  const page = await renderPage(<CommandPalette />)
  const type = async (text: string) => {
    await page.user.clear(screen.getByRole('combobox'))
    await page.user.type(screen.getByRole('combobox'), text)
  }
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  return { ...page, calls, type, options }
}

describe('The command palette', () => {
  it('finds users, tokens, channels and models, says what each is, and leads to it', async () => {
    const { user, router, type, options } = await open(10)
    await type('ada')
    await waitFor(() =>
      expect(options()).toEqual(
        expect.arrayContaining([
          ...['ada westChannels', 'ada-largePricing', 'ada-largeUsage logs', 'ada · AdaUsers', 'of adaAPI tokens'],
        ]),
      ),
    )
    await user.click(screen.getByText('ada west'))
    expect(router.state.location.pathname).toBe('/channel/3')
  })

  it.each(['SMTPServer', 'smtp server', 'SMTP 服务器'])(
    'finds a setting by %s, and leads to its field',
    async (text) => {
      const { user, router, type } = await open(10)
      await type(text)
      await user.click(await screen.findByText('SMTP server'))
      expect(router.state.location).toMatchObject({
        pathname: '/setting',
        search: { tab: 'system', option: 'SMTPServer' },
      })
    },
  )

  it.each([
    ['completion ratios', 'Model prices', '/price?option=CompletionRatio&view=ratios'],
    ['usable groups', 'Groups', '/group?option=UserUsableGroups'],
  ])('finds %s under %s, and leads to the page of their own', async (text, page, href) => {
    const { user, router, type, options } = await open(10)
    await type(text)
    await waitFor(() => expect(options().some((option) => option?.endsWith(page))).toBe(true))
    const [found] = screen.getAllByRole('option').filter(({ textContent }) => textContent?.endsWith(page))
    if (found) await user.click(found)
    expect(router.state.location.href).toBe(href)
  })

  it('shows what was opened last first while nothing is typed, and to nobody else', async () => {
    const first = await open(10)
    await first.type('ada')
    await first.user.click(await screen.findByText('ada west'))
    await first.type('log')
    await first.user.click(screen.getByText('Usage logs'))
    await first.user.clear(screen.getByRole('combobox'))
    expect(first.options().slice(0, 2)).toEqual(['Usage logsG l', 'ada westChannels'])
    expect(first.options().filter((text) => text?.startsWith('Usage logs'))).toHaveLength(1)
    await first.user.click(screen.getByText('ada west'))
    expect(first.router.state.location.pathname).toBe('/channel/3')
    cleanup()
    rememberUser(sampleUser({ id: 77, role: 10 }))
    const other = await renderPage(<CommandPalette />)
    expect(screen.queryByText('ada west')).toBeNull()
    await other.user.click(screen.getByText('Usage logs'))
    cleanup()
    await open(10)
    expect(screen.queryByText('ada west')).toBeNull()
  })

  it('keeps at most five of them, and none once they are forgotten', async () => {
    rememberUser(sampleUser())
    for (const id of ['1', '2', '3', '4', '5', '6', '2']) noteRecentEntry({ id, label: id, to: '/', search: {} })
    const ids = () => recentEntriesOf(sampleUser().id).map(({ id }) => id)
    expect(ids()).toEqual(['2', '6', '5', '4', '3'])
    forgetRecentEntries()
    expect(ids()).toEqual([])
  })

  it('asks for an ordinary user only what he may see', async () => {
    const { type, calls, options } = await open(1)
    await type('ada')
    await waitFor(() => expect(options()).toContain('of adaAPI tokens'))
    expect(options()).not.toContain('adaUsers')
    expect(calls.map(({ path }) => path).filter((path) => /user|channel/.test(path))).toEqual([])
  })

  inEachLanguage('does not say that nothing matches while it asks, or where it could not', async () => {
    rememberUser(sampleUser({ role: 1 }))
    answerCalls({})
    const [refuse, heldBack] = [fetch, Promise.withResolvers<void>()]
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      await heldBack.promise
      return refuse(...asked)
    })
    const { user } = await renderPage(<CommandPalette />)
    await user.type(screen.getByRole('combobox'), 'zzz')
    await screen.findByText('Loading')
    expect(screen.queryByText('No matches')).toBeNull()
    heldBack.resolve()
    expect((await screen.findByRole('alert')).textContent).toContain(said('Not everything could be searched'))
    expect(screen.queryByText('No matches')).toBeNull()
    const beside = { group_ratio: {}, usable_group: {}, accepts_unpriced: true, supported_endpoint: {} }
    serve(
      on(tokens.list, () => pageOf([])),
      { 'GET /api/pricing': () => ({ body: granted([], beside) }) },
    )
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No matches')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
