import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { session } from '#contract/session.ts'
import { answerCalls, granted, refused } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { said } from '../testing/wordings.ts'
import { endpointQuery, refresh } from './query.ts'

afterEach(() => vi.unstubAllGlobals())

function Models() {
  const { data } = useQuery(endpointQuery(session.models))
  return <p>{data?.join(', ')}</p>
}

inEachLanguage('what was shown stays when it cannot be refreshed, and a message says so', async () => {
  let answer: unknown = granted(['one', 'two'])
  answerCalls({ 'GET /api/user/models': () => ({ body: answer }) })
  await renderPage(<Models />)
  await screen.findByText('one, two')
  answer = refused('The disk is full')
  await refresh(session.models)
  await screen.findByText(`${said('Refresh failed')} The disk is full`)
  expect(screen.getByText('one, two')).toBeTruthy()
})
