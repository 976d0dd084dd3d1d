import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { tokens } from '#contract/tokens.ts'
import { call } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { formOf } from '../lib/record-form.ts'
import { answerCalls, granted, refused } from '../testing/answer-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { FormDrawer } from './form-drawer.tsx'
import { RecordField } from './record-field.tsx'
import { useRecordForm } from './use-record-form.ts'

type Boat = { id: number; name: string; group: string; price: number }

/** All that a form takes: its fields, in one entry each. */
const boatForm = formOf<Boat, { name: string; group: string; remain_quota: number }, 'tokens'>()({
  name: {
    control: 'text',
    label: 'fieldName',
    start: '',
    required: 'nameMissing',
    from: ({ name }) => name,
    to: (name) => ({ name: name.trim() }),
    rule: (name) => (name === 'Titanic' ? 'It sank' : undefined),
  },
  harbour: { control: 'text', label: 'fieldGroup', start: '', from: ({ group }) => group, to: (group) => ({ group }) },
  price: {
    control: 'money',
    label: 'fieldQuota',
    start: 0,
    from: ({ price }) => price,
    to: (price) => ({ remain_quota: price ?? 0 }),
  },
})

const boat: Boat = { id: 7, name: 'Ark', group: 'Ararat', price: 250_000 }

function BoatDrawer({ onClose }: { onClose(): void }) {
  const edit = useRecordForm(boatForm, {
    text: useText('tokens'),
    before: boat,
    save: async (values) => {
      await call(tokens.update, { query: {}, body: { ...edit.changes(values), id: boat.id } })
      onClose()
    },
  })
  return (
    <FormDrawer open title="Boat" form={edit.form} pending={edit.isPending} onSubmit={edit.submit} onClose={onClose}>
      <RecordField edit={edit} name="name" />
      <RecordField edit={edit} name="harbour" />
      <RecordField edit={edit} name="price" />
    </FormDrawer>
  )
}

/** The same on a page of its own, where it stays; of its fields two are on the screen. */
function BoatCard() {
  const [stored, setStored] = useState(boat)
  const edit = useRecordForm(boatForm, {
    text: useText('tokens'),
    before: stored,
    stays: true,
    save: async (values) => {
      await call(tokens.update, { query: {}, body: { ...edit.changes(values), id: boat.id } })
      setStored({ ...stored, name: values.name.trim(), group: values.harbour })
    },
  })
  return (
    <form onSubmit={(event) => void edit.form.handleSubmit(edit.submit)(event)}>
      <RecordField edit={edit} name="name" />
      <RecordField edit={edit} name="harbour" />
      <button type="submit">Save</button>
      <button type="button" onClick={() => edit.form.setValue('name', 'Noah')}>
        Suggest
      </button>
      <button type="button" onClick={() => setStored({ ...stored, name: 'Arc', group: 'Elsewhere' })}>
        Another tab
      </button>
    </form>
  )
}

const openDrawer = async (answer: object = granted(null)) => {
  const onClose = vi.fn()
  const calls = answerCalls({ 'PUT /api/token/': () => ({ body: answer }) })
  const page = await renderPage(<BoatDrawer onClose={onClose} />, { areas: ['tokens'] })
  const fields = () => screen.getAllByRole<HTMLInputElement>('textbox')
  await screen.findByRole('dialog', { name: 'Boat' })
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...page, calls, onClose, fields, save }
}

describe('a form that is its fields', () => {
  it('shows the row, says which fields are required, and begins in the first', async () => {
    const { fields } = await openDrawer()
    expect(fields().map(({ value }) => value)).toEqual(['Ark', 'Ararat', '0.5'])
    expect(fields().map((field) => field.getAttribute('aria-required'))).toEqual(['true', 'false', 'false'])
    await waitFor(() => expect(document.activeElement).toBe(fields()[0]))
  })

  it('sends what differs, with money as it was typed', async () => {
    const { user, fields, save, calls, onClose } = await openDrawer()
    const [, , price] = fields()
    if (price === undefined) throw new Error('it has no price')
    await user.clear(price)
    await user.type(price, '1.25')
    await save()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ id: 7, remain_quota: 625_000 })
  })

  it('saves no row of which nothing was changed, and says so', async () => {
    const { save, calls, onClose } = await openDrawer()
    await save()
    await screen.findByText('No changes to save')
    expect([calls.length, onClose.mock.calls.length]).toEqual([0, 0])
  })

  it('tells a fault and a refusal at the field that they are about', async () => {
    const refusal = { ...refused('This harbour is full'), field: 'group' }
    const { user, fields, save, onClose, calls } = await openDrawer(refusal)
    const [name, harbour] = fields()
    if (name === undefined || harbour === undefined) throw new Error('it has no fields')
    await user.clear(name)
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a name')
    await user.type(name, 'Titanic')
    expect((await screen.findByRole('alert')).textContent).toBe('It sank')
    expect(calls).toHaveLength(0)
    await user.type(name, ' II')
    await user.keyboard('{Control>}{Enter}{/Control}')
    const alert = await screen.findByText('This harbour is full')
    expect(harbour.getAttribute('aria-describedby')).toBe(alert.id)
    expect(document.activeElement).toBe(harbour)
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('a form that stays where it is', () => {
  const openCard = async (answer: object = granted(null)) => {
    const calls = answerCalls({ 'PUT /api/token/': () => ({ body: answer }) })
    const page = await renderPage(<BoatCard />, { areas: ['tokens'] })
    const shown = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
    const press = (name: string) => page.user.click(screen.getByRole('button', { name }))
    return { ...page, calls, shown, press }
  }

  it('checks a field that is left for another, and none that is left with the window', async () => {
    const { user, fields } = await openDrawer()
    await user.clear(screen.getByLabelText(/^Name/))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('alertdialog')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(screen.getByLabelText(/^Name/))
    await user.click(fields()[1] ?? document.body)
    await screen.findByRole('alert')
  })

  it('no longer says what is wrong with a field once something else than typing has made it right', async () => {
    const { user, press } = await openCard()
    await user.clear(screen.getByLabelText(/^Name/))
    await press('Save')
    await screen.findByRole('alert')
    await press('Suggest')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('follows what is stored, but not over what was typed, and shows what was saved as it is stored', async () => {
    const { user, calls, shown, press } = await openCard()
    await user.type(screen.getByLabelText(/^Name/), ' II ')
    await press('Another tab')
    await waitFor(() => expect(shown()).toEqual(['Ark II ', 'Elsewhere']))
    await press('Save')
    await waitFor(() => expect(shown()).toEqual(['Ark II', 'Elsewhere']))
    expect(calls.map(({ body }) => body)).toEqual([{ id: 7, name: 'Ark II' }])
    await press('Save')
    await screen.findByText('No changes to save')
    expect(calls).toHaveLength(1)
  })

  it('tells what is refused of a field that is not on the screen in a message', async () => {
    const { user, shown, press } = await openCard({ ...refused('This is too dear'), field: 'remain_quota' })
    await user.type(screen.getByLabelText(/^Name/), ' II')
    await press('Save')
    await screen.findByText('This is too dear')
    expect(shown()).toEqual(['Ark II', 'Ararat'])
  })
})
