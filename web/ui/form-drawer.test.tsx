import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useText } from '../lib/i18n.ts'
import { formOf } from '../lib/record-form.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { said } from '../testing/wordings.ts'
import { FormDrawer } from './form-drawer.tsx'
import { RecordField } from './record-field.tsx'
import { useRecordForm } from './use-record-form.ts'

const form = formOf<never, { name: string }, 'tokens'>()({
  name: { control: 'text', label: 'fieldName', start: '', required: 'nameMissing', to: (name) => ({ name }) },
})

type HarnessProps = { onClose: () => void; onSubmit: (body: { name: string }) => void; pending: boolean }

function Harness({ pending, onClose, onSubmit }: HarnessProps) {
  const edit = useRecordForm(form, {
    text: useText('tokens'),
    save: async (values): Promise<void> => onSubmit(edit.body(values)),
  })
  return (
    <FormDrawer open title="New thing" form={edit.form} pending={pending} onClose={onClose} onSubmit={edit.submit}>
      <RecordField edit={edit} name="name" />
    </FormDrawer>
  )
}

const nameLabel = /^(?:Name|名称)/

const openDrawer = async (pending = false) => {
  const onClose = vi.fn()
  const onSubmit = vi.fn()
  const page = await renderPage(<Harness onClose={onClose} onSubmit={onSubmit} pending={pending} />, {
    areas: ['tokens'],
  })
  await screen.findByRole('dialog', { name: 'New thing' })
  return { ...page, onClose, onSubmit }
}

describe('A drawer with a form', () => {
  it('closes without a question while nothing was entered', async () => {
    const { user, onClose } = await openDrawer()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('asks before it throws entered text away, and stays when told to', async () => {
    const { user, onClose } = await openDrawer()
    await user.type(screen.getByLabelText(nameLabel), 'abc')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>(nameLabel).value).toBe('abc')
  })

  it('throws entered text away when that is confirmed', async () => {
    const { user, onClose } = await openDrawer()
    await user.type(screen.getByLabelText(nameLabel), 'abc')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  inEachLanguage('does not save a second time while the first is on its way', async () => {
    const { user, onSubmit } = await openDrawer(true)
    await user.type(screen.getByLabelText(nameLabel), 'abc')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(said('Already submitting, please wait'))).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('saves with Ctrl and Enter', async () => {
    const { user, onSubmit } = await openDrawer()
    await user.type(screen.getByLabelText(nameLabel), 'abc')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'abc' }))
  })

  it('shows the fault at the field and focuses it', async () => {
    const { user, onSubmit } = await openDrawer()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a name')
    expect(document.activeElement).toBe(screen.getByLabelText(nameLabel))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
