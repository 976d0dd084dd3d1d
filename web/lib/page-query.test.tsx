import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { status } from '#contract/status.ts'
import { answerCalls } from '../testing/answer-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { usePageQuery } from './page-query.ts'
import { endpointQuery } from './query.ts'

it('What a page is about is asked for before the page is drawn, and once', async () => {
  const calls = answerCalls({ 'GET /api/about': () => ({ body: { success: true, message: '', data: 'Who we are' } }) })
  const askedWhenDrawn: number[] = []
  function Below() {
    askedWhenDrawn.push(calls.length)
    return null
  }
  function Page() {
    const { data } = usePageQuery(endpointQuery(status.about))
    return (
      <>
        {data}
        <Below />
      </>
    )
  }
  await renderPage(<Page />)
  await screen.findByText('Who we are')
  expect(askedWhenDrawn[0]).toBe(1)
  expect(calls).toHaveLength(1)
})
