import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { asksToClose, asksToLeave } from '../testing/leaving.ts'
import { renderPage } from '../testing/render-page.tsx'
import { screen } from '../testing/screen.ts'
import { useCloseGuard, useLeaveGuard } from './leave-guard.ts'

function Note({ label }: { label: string }) {
  const [text, setText] = useState('')
  useLeaveGuard(text !== '')
  return <input aria-label={label} value={text} onChange={(event) => setText(event.target.value)} />
}

function Draft() {
  const [text, setText] = useState('')
  useCloseGuard(text !== '')
  return <input aria-label="draft" value={text} onChange={(event) => setText(event.target.value)} />
}

const openNotes = () =>
  renderPage(
    <>
      <Note label="first" />
      <Note label="second" />
    </>,
    { path: '/notes' },
  )

describe('A page with something unsaved', () => {
  it('asks once before it is left, however many of its forms were typed in', async () => {
    const { user, router } = await openNotes()
    await user.type(screen.getByLabelText('first'), 'a')
    await user.type(screen.getByLabelText('second'), 'b')
    expect(await asksToLeave({ user, router })).toBe(true)
    router.history.push('/elsewhere')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await expect.poll(() => router.history.location.pathname).toBe('/elsewhere')
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  })

  it('asks for the second form also when the first is empty again', async () => {
    const page = await openNotes()
    await page.user.type(screen.getByLabelText('first'), 'a')
    await page.user.type(screen.getByLabelText('second'), 'b')
    await page.user.clear(screen.getByLabelText('first'))
    expect(await asksToLeave(page)).toBe(true)
    await page.user.clear(screen.getByLabelText('second'))
    expect(await asksToLeave(page)).toBe(false)
  })

  it('is the same page on another of its tabs', async () => {
    const { user, router } = await openNotes()
    await user.type(screen.getByLabelText('first'), 'a')
    router.history.push('/notes?tab=other')
    await expect.poll(() => router.history.location.search).toBe('?tab=other')
  })

  it('asks on closing alone what stays while other pages are looked at', async () => {
    const page = await renderPage(<Draft />, { path: '/draft' })
    expect(asksToClose()).toBe(false)
    await page.user.type(screen.getByLabelText('draft'), 'a')
    expect(asksToClose()).toBe(true)
    expect(await asksToLeave(page)).toBe(false)
    await page.user.clear(screen.getByLabelText('draft'))
    expect(asksToClose()).toBe(false)
  })
})
