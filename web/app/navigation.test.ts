import { expect, it } from 'vitest'
import { currentStatus } from '../lib/status.ts'
import { sampleUser } from '../testing/sample-user.ts'
import { navigationFor } from './navigation.ts'

const pathsFor = (role: number, changes = {}) =>
  navigationFor(sampleUser({ role }), { ...currentStatus(), ...changes }).map(({ id, entries }) => [
    id,
    entries.map(({ path }) => path),
  ])

it('An ordinary user sees the own pages only', () => {
  expect(pathsFor(1)).toEqual([
    ['top', ['/playground']],
    ['console', ['/token', '/log']],
    ['personal', ['/topup', '/personal']],
  ])
})

it('An administrator sees the administration too', () => {
  expect(pathsFor(10)).toContainEqual(['admin', ['/channel', '/redemption', '/user', '/price', '/group', '/setting']])
})

it('The super admin sees what administrators did', () => {
  expect(pathsFor(100)).toContainEqual([
    'admin',
    ['/channel', '/redemption', '/user', '/price', '/group', '/setting', '/audit'],
  ])
})

it('The dashboard and chats appear when they are turned on', () => {
  const all = { enable_data_export: true, chats: [{ Next: 'https://x' }] }
  expect(pathsFor(1, all)).toEqual([
    ['top', ['/playground', '/chat/0']],
    ['console', ['/detail', '/token', '/log']],
    ['personal', ['/topup', '/personal']],
  ])
})

it('Drawings and tasks appear when they are turned on, each by itself', () => {
  expect(pathsFor(1, { enable_drawing: true })).toContainEqual(['console', ['/token', '/log', '/midjourney']])
  expect(pathsFor(1, { enable_task: true })).toContainEqual([
    'console',
    ['/token', '/log', '/task', '/video', '/batch'],
  ])
})

it('A visitor has no side bar', () => {
  expect(navigationFor(null, currentStatus())).toEqual([])
})
