import { expect, it } from 'vitest'
import { currentStatus } from '../lib/status.ts'
import { sampleUser } from '../testing/sample-user.ts'
import { navigationFor } from './navigation.ts'

const everyPage = () => true

const pathsFor = (role: number, changes = {}, exists: (path: string) => boolean = everyPage) =>
  navigationFor(sampleUser({ role }), { ...currentStatus(), ...changes }, exists).map(({ id, entries }) => [
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
  expect(pathsFor(10)).toContainEqual(['admin', ['/channel', '/redemption', '/user', '/setting']])
})

it('The super admin sees what administrators did', () => {
  expect(pathsFor(100)).toContainEqual(['admin', ['/channel', '/redemption', '/user', '/setting', '/audit']])
})

it('Dashboard, drawings, tasks and chats appear when they are turned on', () => {
  const all = { enable_data_export: true, enable_drawing: true, enable_task: true, chats: [{ Next: 'https://x' }] }
  expect(pathsFor(1, all)).toEqual([
    ['top', ['/playground', '/chat/0']],
    ['console', ['/detail', '/token', '/log', '/midjourney', '/task']],
    ['personal', ['/topup', '/personal']],
  ])
})

it('A visitor has no side bar', () => {
  expect(navigationFor(null, currentStatus(), everyPage)).toEqual([])
})

it('Nothing leads to a page that is not there', () => {
  expect(pathsFor(1, {}, (path) => path === '/token')).toEqual([['console', ['/token']]])
})
