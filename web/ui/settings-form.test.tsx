import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { SettingsForm } from './settings-form.tsx'

const stored = { SystemName: 'Sluice', RetryTimes: '0', ModelRatio: '{}', DrawingEnabled: 'true' }

function Harness({ sent, refuse = [] }: { sent: [string, string][]; refuse?: string[] }) {
  const [values, setValues] = useState<Record<string, string>>(stored)
  const [fresh] = useState<Record<string, string>>({ ...stored })
  return (
    <SettingsForm
      title="General"
      values={values}
      fields={[
        { key: 'SystemName', label: 'Name', control: 'text' },
        { key: 'RetryTimes', label: 'Retries', control: 'number' },
        { key: 'ModelRatio', label: 'Ratios', control: 'json' },
        { key: 'DrawingEnabled', label: 'Drawing', control: 'switch' },
      ]}
      save={async (key, value) => {
        sent.push([key, value])
        if (refuse.includes(key)) throw new Error(`${key} is not valid`)
        fresh[key] = value
      }}
      onSaved={async () => setValues({ ...fresh })}
    />
  )
}

const draw = async (refuse: string[] = []) => {
  const sent: [string, string][] = []
  return { ...(await renderPage(<Harness sent={sent} refuse={refuse} />)), sent }
}
const save = () => screen.getByRole('button', { name: 'Save' })

describe('A section of settings', () => {
  it('sends nothing and says so when nothing was changed', async () => {
    const { user, sent } = await draw()
    await user.click(save())
    expect(screen.getByText('You seem not to have changed anything')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('sends only what was changed, and forgets what was changed back', async () => {
    const { user, sent } = await draw()
    await user.type(screen.getByLabelText('Name'), '!')
    await user.click(screen.getByRole('switch', { name: 'Drawing' }))
    expect(screen.getByText('2 unsaved changes')).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: 'Drawing' }))
    expect(screen.getByText('1 unsaved change')).toBeTruthy()
    await user.click(save())
    await screen.findByText('Saved')
    expect(sent).toEqual([['SystemName', 'Sluice!']])
    expect(screen.queryByText('1 unsaved change')).toBeNull()
  })

  it('asks to check the input instead of sending broken JSON', async () => {
    const { user, sent } = await draw()
    await user.clear(screen.getByLabelText('Ratios'))
    await user.type(screen.getByLabelText('Ratios'), '{{')
    await user.click(save())
    expect(screen.getByText('Please check the input')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('keeps what the server refused, and says that the rest was saved', async () => {
    const { user, sent } = await draw(['SystemName'])
    await user.type(screen.getByLabelText('Name'), '!')
    await user.click(screen.getByRole('switch', { name: 'Drawing' }))
    await user.click(save())
    await waitFor(() => expect(screen.getByText('1 unsaved change')).toBeTruthy())
    expect(screen.getByText(/Partial save failed, please retry/).textContent).toContain('SystemName is not valid')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sluice!')
    expect(sent.map(([key]) => key).sort()).toEqual(['DrawingEnabled', 'SystemName'])
  })
})
