import { expect, it } from 'vitest'
import { drawPersonalPage as draw } from '../../testing/personal-page.tsx'
import { screen } from '../../testing/screen.ts'

const figureOf = (label: string) => screen.getByText(label).parentElement?.textContent

it('The personal page tells what is left and used, how many requests there were, and what invitations brought', async () => {
  const quotas = { quota: 1_500_000, used_quota: 250_000, aff_quota: 600_000, aff_history_quota: 800_000 }
  await draw({ user: { ...quotas, request_count: 1234, aff_count: 3 } })
  expect(figureOf('Requests')).toContain('1,234')
  expect(figureOf('Total used')).toContain('$0.50')
  expect(figureOf('Available to transfer')).toContain('$1.20')
  expect(figureOf('Total earned')).toContain('$1.60')
  expect(figureOf('Invited')).toContain('3')
  expect(screen.getByText('$3.00')).toBeTruthy()
})
