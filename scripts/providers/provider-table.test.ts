import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../run-program.ts'
import { writeTable } from './provider-table.ts'

it('every kind of channel is told as it is in docs/providers.md', () => {
  expect(readFileSync(join(projectFolder, 'docs/providers.md'), 'utf8')).toBe(writeTable())
})
