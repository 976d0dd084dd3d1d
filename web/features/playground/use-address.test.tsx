import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { longestLoggedText } from '#contract/logs.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleLog } from '../../testing/sample-log.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { sampleToken } from '../../testing/token-server.ts'
import { clearDraft, writeDraft } from './draft/draft.ts'
import { newConversation } from './new-conversation.ts'
import { PlaygroundPage } from './playground-page.tsx'
import { openConversation, openStore } from './workbench.ts'

const pageOf = (items: unknown[]) => granted({ items, page: 1, page_size: 100, total: items.length })
const prices = {
  group_ratio: { default: 1, vip: 0.5 },
  usable_group: { default: '', vip: '' },
  accepts_unpriced: false,
  supported_endpoint: {},
}

/** The page as a row of the log leads to it. */
const open = (search: string, row: { body: unknown } = { body: pageOf([]) }) => {
  answerCalls({
    'GET /api/pricing': () => ({ body: granted([], prices) }),
    'GET /api/token/': () => ({ body: pageOf([sampleToken({ id: 5, name: 'laptop' })]) }),
    'GET /api/pricing/refusals': () => ({ body: granted([]) }),
    'GET /api/log/self/': () => row,
  })
  return renderPage(<PlaygroundPage />, { path: `/playground?${search}`, areas: ['playground'] })
}
const keeping = (kept: object) => ({ body: pageOf([sampleLog({ other: JSON.stringify(kept) })]) })
const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value

beforeEach(() => {
  localStorage.clear()
  rememberUser(sampleUser())
  openConversation(newConversation(7))
})
afterEach(() => clearDraft())

describe('A call of the log in the playground', () => {
  inEachLanguage('says that its text was not kept, and leaves what was being written', async () => {
    writeDraft({ text: 'Mine' })
    await open('model=river&log=r1', keeping({}))
    await screen.findByText('The log kept no text of that request, so the message is left as it is.')
    expect(message()).toBe('Mine')
  })

  inEachLanguage('brings what it said, whole or cut, with the instructions it had or none', async () => {
    await open('model=river&log=r1', keeping({ context: 'Earlier', input_content: 'How?' }))
    await vi.waitFor(() => expect(message()).toBe('Earlier\n\nHow?'))
    expect(openStore.get().system).toBe('')
    const words = 'The log keeps only the first 8,192 characters of a text: what came after them is missing.'
    expect(screen.queryByText(words)).toBeNull()
    cleanup()
    const cut = `${'x'.repeat(longestLoggedText)}…`
    await open('model=river&log=r2', keeping({ system_prompt: 'Be brief.', input_content: cut }))
    await screen.findByText(words)
    expect(message()).toBe(cut)
    expect(openStore.get().system).toBe('Be brief.')
  })

  inEachLanguage('is said to be missing where it is, and not to be where it could not be asked for', async () => {
    await open('model=river&log=r1')
    await screen.findByText('The log entry could not be found')
    cleanup()
    await open('model=river&log=r2', { body: refused('The disk is full') })
    await screen.findByText('The disk is full')
    expect(screen.queryByText('The log entry could not be found')).toBeNull()
  })

  it('is paid by its token, which has a group, or else from the balance in its group', async () => {
    await open('model=river&group=vip&token=5&log=r1', keeping({}))
    const payer = () => screen.getByRole('combobox', { name: 'Paid by' }).textContent
    await vi.waitFor(() => expect(payer()).toBe('laptop'))
    cleanup()
    await open('model=river&group=vip&log=r1', keeping({}))
    await vi.waitFor(() => expect(payer()).toContain('vip'))
  })

  inEachLanguage('says where it went to a group that one cannot call in', async () => {
    await open('model=river&group=staff&log=r1', keeping({}))
    await screen.findByText('You cannot use this group. Choose another one or a token.')
  })
})
