import { beforeEach, describe, expect, it } from 'vitest'
import { isDrawnKey } from '#contract/options.ts'
import { rememberUser } from '../../lib/session.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { openSettings } from '../../testing/settings-page.tsx'
import { faultOf } from './option-draft.ts'
import { optionExamples } from './option-examples.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

describe('examples in the fields of options', () => {
  it.each(Object.entries(optionExamples))('could be saved as they are: %s', (key, example) => {
    expect(isDrawnKey(key) && faultOf(key, example)).toBeUndefined()
  })

  it('stand in the empty field', async () => {
    await openSettings('/setting?keyword=SMTPFrom')
    expect(await screen.findByLabelText('Sender address')).toHaveProperty('placeholder', 'robot@example.com')
  })
})
