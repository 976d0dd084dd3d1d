import { describe, expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { readSourceFiles } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'
import { coverMessages, formsOf, namesIn } from './message-table.ts'

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
})

describe('a text is shown', () => {
  const path = 'web/features/tokens/planted.test.tsx'
  const shownBy = async (text: string) => {
    const covered = await coverMessages([{ path, text }])
    return covered.flatMap(({ texts }) => texts.filter(({ name, test }) => name === 'tokens.updated' && test === path))
  }

  it('by a test that runs in each language', async () => {
    const test = "  inEachLanguage('saves', async () => {\n    await screen.findByText('Token updated')\n  })\n"
    expect(await shownBy(`describe('tokens', () => {\n${test}})\n`)).toHaveLength(1)
    expect(await shownBy("inEachLanguage('saves', () => says('Token updated'))\n")).toHaveLength(1)
  })

  it('by a test that names it in both languages', async () => {
    expect(await shownBy("it('saves', () => says('Token updated', '令牌已更新'))\n")).toHaveLength(1)
  })

  it('by no test that runs in one', async () => {
    const beside = "inEachLanguage('starts', () => says('Token created'))\nit('saves', () => says('Token updated'))\n"
    expect(await shownBy(beside)).toEqual([])
  })
})

it('every refusal is filled with the same values in both languages', () => {
  for (const [code, { en, zh }] of Object.entries(errors)) expect([code, namesIn(zh)]).toEqual([code, namesIn(en)])
})
