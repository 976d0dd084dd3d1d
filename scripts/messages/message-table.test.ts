import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { readSourceFiles } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'
import { coverMessages, formsOf, namesIn, writeTable } from './message-table.ts'

const messages = await coverMessages(readSourceFiles(projectFolder))

describe('the messages of the specification', () => {
  it.each(messages.map((row) => [`${row.from} ${row.message}`, row] as const))('are said: %s', (_name, row) => {
    expect(row.refusal !== undefined || row.texts.length > 0).toBe(true)
    for (const { name, text, test } of row.texts) {
      expect([name, text.en, text.zh]).not.toContain(undefined)
      if (text.en === undefined || text.zh === undefined) continue
      expect([name, namesIn(text.zh)]).toEqual([name, namesIn(text.en)])
      for (const form of formsOf(text.zh))
        expect([name, form]).toEqual([name, expect.stringMatching(/\p{Script=Han}/u)])
      expect([name, test]).toEqual([name, expect.any(String)])
    }
  })

  it('are told as they are in docs/messages.md', () => {
    expect(readFileSync(join(projectFolder, 'docs/messages.md'), 'utf8')).toBe(writeTable(messages))
  })
})

it('every refusal is filled with the same values in both languages', () => {
  for (const [code, { en, zh }] of Object.entries(errors)) expect([code, namesIn(zh)]).toEqual([code, namesIn(en)])
})
