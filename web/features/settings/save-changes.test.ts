import { describe, expect, it } from 'vitest'
import type { Change } from './option-draft.ts'
import { saveChanges } from './save-changes.ts'

const github: readonly Change[] = [
  { key: 'GitHubOAuthEnabled', text: 'true' },
  { key: 'GitHubClientId', text: 'abc' },
  { key: 'RetryTimes', text: '5' },
]

describe('saving', () => {
  it('makes one call per option, switches that need another option last', async () => {
    const sent: string[] = []
    const result = await saveChanges(github, async ({ key }) => void sent.push(key))
    expect(sent).toEqual(['GitHubClientId', 'RetryTimes', 'GitHubOAuthEnabled'])
    expect(result.failures).toEqual([])
    expect(result.saved).toHaveLength(3)
  })

  it('turns such a switch off without waiting', async () => {
    const sent: string[] = []
    const changes: Change[] = [
      { key: 'GitHubOAuthEnabled', text: 'false' },
      { key: 'GitHubClientId', text: '' },
    ]
    await saveChanges(changes, async ({ key }) => void sent.push(key))
    expect(sent).toEqual(['GitHubOAuthEnabled', 'GitHubClientId'])
  })

  it('tries again what only fits what was saved beside it', async () => {
    const sent: string[] = []
    const changes: Change[] = [
      { key: 'CheckInQuota', text: '5000' },
      { key: 'CheckInMaxQuota', text: '8000' },
    ]
    const result = await saveChanges(changes, async ({ key }) => {
      sent.push(key)
      if (key === 'CheckInQuota' && sent.length === 1) throw new Error('above the most')
    })
    expect(sent).toEqual(['CheckInQuota', 'CheckInMaxQuota', 'CheckInQuota'])
    expect([result.saved.length, result.failures]).toEqual([2, []])
  })

  it('tells what was saved apart from what was not', async () => {
    const refused = new Error('refused')
    const result = await saveChanges(github, async ({ key }) => {
      if (key === 'RetryTimes') throw refused
    })
    expect(result.saved.map(({ key }) => key)).toEqual(['GitHubClientId', 'GitHubOAuthEnabled'])
    expect(result.failures).toEqual([{ change: { key: 'RetryTimes', text: '5' }, error: refused }])
  })
})
