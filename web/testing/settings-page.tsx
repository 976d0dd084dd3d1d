import { waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { type DrawnKey, drawnKeys, isWithinReach, optionCalls, optionTable } from '#contract/options.ts'
import { GroupPage } from '../features/settings/group-page.tsx'
import { defaultText } from '../features/settings/option-draft.ts'
import { PricePage } from '../features/settings/price-page.tsx'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import { currentUser } from '../lib/session.ts'
import { answerCalls, granted } from './answer-calls.ts'
import { renderPage } from './render-page.tsx'
import { screen } from './screen.ts'

type Texts = Partial<Record<DrawnKey, string>>
type Answers = Parameters<typeof answerCalls>[0]

/** Each is drawn at its own path. */
const optionPages = [
  { path: '/price', page: <PricePage />, heading: 'Model prices' },
  { path: '/group', page: <GroupPage />, heading: 'Groups' },
  { path: '/setting', page: <SettingsPage />, heading: 'System settings' },
]

/** A page of options in front of a server that keeps what it is sent. */
export const openSettings = async (path: string, changed: Texts = {}, answers: Answers = {}) => {
  const texts = new Map<string, string>(drawnKeys.map((key) => [key, changed[key] ?? defaultText(key)]))
  const role = currentUser()?.role ?? 0
  const shown = (key: DrawnKey) => {
    if (!isWithinReach(key, role)) return { key, value: '', hidden: true }
    return optionTable[key].secret
      ? { key, value: '', set: texts.get(key) !== '' }
      : { key, value: texts.get(key) ?? '' }
  }
  const calls = answerCalls({
    'GET /api/option/': () => ({ body: granted(drawnKeys.map(shown)) }),
    'PUT /api/option/': ({ body }) => {
      const { key, value } = optionCalls.update.body.parse(body)
      texts.set(key, value)
      return { body: granted(null) }
    },
    'GET /api/option/unset_models': () => ({ body: granted(['gpt-4o', 'new-model', 'other-model']) }),
    ...answers,
  })
  const opened = optionPages.find((known) => path.startsWith(known.path))
  if (!opened) throw new Error(`no page of options is at ${path}`)
  const page = await renderPage(opened.page, { path, areas: ['settings', 'options', 'entries'] })
  await screen.findByRole('heading', { level: 1, name: opened.heading })
  if (opened.path === '/setting') await screen.findAllByRole('heading', { level: 2 })
  await waitFor(() => {
    if (document.querySelector('[aria-busy=true]')) throw new Error('the options are still to come')
    const [later] = document.querySelectorAll('[id^="section-"]:empty')
    if (later) throw new Error(`${later.id} is still to be drawn`)
  })
  const sent = () => calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))
  return { ...page, sent }
}

/** Presses the button of this name. */
export const press = async ({ user }: { user: UserEvent }, name: string) =>
  user.click(screen.getByRole('button', { name }))
