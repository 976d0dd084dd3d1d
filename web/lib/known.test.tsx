import { useQuery } from '@tanstack/react-query'
import { expect } from 'vitest'
import { models } from '#contract/models.ts'
import { answerCalls, granted, refused } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { screen } from '../testing/screen.ts'
import { MultiCombobox } from '../ui/multi-combobox.tsx'
import { Select } from '../ui/select.tsx'
import { knownOf, mapKnown } from './known.ts'
import { endpointQuery } from './query.ts'

function Groups() {
  const groups = knownOf(useQuery(endpointQuery(models.groups)))
  return (
    <>
      <Select
        label="a"
        value="vip"
        choices={mapKnown(groups, (names) => names.map((value) => ({ value, label: `· ${value}` })))}
        onChange={() => {}}
      />
      <MultiCombobox label="b" value={[]} choices={groups} onChange={() => {}} />
    </>
  )
}

inEachLanguage(
  'choices that could not be loaded are no empty list: it is said, and they are asked for again',
  async () => {
    let answer: unknown = refused('The disk is full')
    answerCalls({ 'GET /api/group/': () => ({ body: answer }) })
    const { user } = await renderPage(<Groups />)
    expect(await screen.findAllByText('The choices could not be loaded')).toHaveLength(2)
    expect(screen.getByRole('combobox', { name: 'a' }).textContent).toBe('vip')
    answer = granted(['default', 'vip'])
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement) // seam: there are two
    await screen.findByText('· vip')
    expect(screen.queryByText('The choices could not be loaded')).toBeNull()
  },
)
