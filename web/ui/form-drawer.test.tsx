import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { said } from '../testing/wordings.ts'
import { FormDrawer } from './form-drawer.tsx'
import { FormField } from './form-field.tsx'
import { Input } from './input.tsx'

const schema = z.object({ name: z.string().check(z.minLength(1, 'A name is needed')) })

type HarnessProps = { onClose: () => void; onSubmit: (values: { name: string }) => void; pending: boolean }

function Harness({ pending, ...handlers }: HarnessProps) {
  const form = useForm({ resolver: standardSchemaResolver(schema), mode: 'onTouched', defaultValues: { name: '' } })
  return (
    <FormDrawer open {...handlers} title="New thing" form={form} pending={pending}>
      <FormField control={form.control} name="name" label="Name">
        {(field) => <Input {...field} />}
      </FormField>
    </FormDrawer>
  )
}

const openDrawer = async (pending = false) => {
  const onClose = vi.fn()
  const onSubmit = vi.fn()
  const page = await renderPage(<Harness onClose={onClose} onSubmit={onSubmit} pending={pending} />)
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
    await user.type(screen.getByLabelText('Name'), 'abc')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('abc')
  })

  it('throws entered text away when that is confirmed', async () => {
    const { user, onClose } = await openDrawer()
    await user.type(screen.getByLabelText('Name'), 'abc')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  inEachLanguage('does not save a second time while the first is on its way', async () => {
    const { user, onSubmit } = await openDrawer(true)
    await user.type(screen.getByLabelText('Name'), 'abc')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(said('Submission failed, do not resubmit'))).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('saves with Ctrl and Enter', async () => {
    const { user, onSubmit } = await openDrawer()
    await user.type(screen.getByLabelText('Name'), 'abc')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'abc' }))
  })

  it('shows the fault at the field and focuses it', async () => {
    const { user, onSubmit } = await openDrawer()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('A name is needed')
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
