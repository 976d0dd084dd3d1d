import { describe, expect, it } from 'vitest'
import { formatsFor } from '../lib/format.ts'
import { setLanguage, useText } from '../lib/i18n.ts'
import { currentStatus } from '../lib/status.ts'
import { answerCalls, granted } from './answer-calls.ts'
import { renderPage } from './render-page.tsx'
import { screen } from './screen.ts'
import { said } from './wordings.ts'

function Page() {
  const t = useText('channels')
  return (
    <>
      <p>{t('testDone', { name: 'main', time: formatsFor('zh', currentStatus()).latency(1200) })}</p>
      <p>{t('jsonAt', { fault: t('field.model_mapping.wrong'), line: 1, column: 2 })}</p>
      <p>{t('jsonAt', { fault: 'Parameter override: invalid JSON', line: 1, column: 2 })}</p>
      <p>Channel created</p>
      <p>said nowhere</p>
    </>
  )
}

const drawInChinese = async () => {
  await setLanguage('zh')
  await renderPage(<Page />, { areas: ['channels'] })
}

describe('Where Chinese is spoken, the screen', () => {
  it('has the Chinese text, filled with its values, for the English one', async () => {
    await drawInChinese()
    expect(screen.getByText('“main” responded in 1.2 s').textContent).toMatch(/\p{Script=Han}.*1\.2 秒/u)
    expect(screen.getByText('Model mapping: invalid JSON (line 1, column 2)').textContent).not.toMatch(/JSON \(/)
    expect(screen.queryByText('“main” responded in 1.3 s')).toBeNull()
  })

  it('does not take English for Chinese, not even as a value', async () => {
    await drawInChinese()
    expect(screen.queryByText('Channel created')).toBeNull()
    expect(screen.queryByText('Parameter override: invalid JSON (line 1, column 2)')).toBeNull()
  })

  it('leaves alone what the server answered, and nothing else', async () => {
    answerCalls({ 'GET /api/said': () => ({ body: granted('said nowhere') }) })
    await drawInChinese()
    expect(screen.queryByText('said nowhere')).toBeNull()
    await fetch('/api/said')
    expect(screen.getByText('said nowhere')).toBeTruthy()
    expect(() => said('said nowhere')).toThrow(
      'no text of common, lists, dialogs, entries, channels says "said nowhere"',
    )
  })
})
