import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { protocols } from '#protocols/index.ts'
import { projectFolder } from '../run-program.ts'

it('no dialect tells an error in the words of another maker', () => {
  const typesOf = (name: string) =>
    Object.values(protocols.find((protocol) => protocol.name === name)?.error.words ?? {}).map(({ type }) => type)
  for (const type of typesOf('gemini-generate')) expect(type).toMatch(/^[A-Z_]+$/)
  const anthropics =
    /^(invalid_request|authentication|billing|permission|not_found|rate_limit|timeout|api|overloaded)_error$|^request_too_large$/
  for (const type of typesOf('anthropic-messages')) expect(type).toMatch(anthropics)
  const openais =
    /^(invalid_request_error|authentication_error|permission_error|rate_limit_error|insufficient_quota|server_error)$/
  for (const type of typesOf('openai-chat')) expect(type).toMatch(openais)
})

it('every code that the relay refuses with is told on the page', async () => {
  const page = await readFile(join(projectFolder, 'docs/errors.md'), 'utf8')
  const untold = new Set<string>()
  let found = 0
  for await (const file of glob('server/relay/**/*.ts', { cwd: projectFolder })) {
    if (file.endsWith('.test.ts')) continue
    const source = await readFile(join(projectFolder, file), 'utf8')
    for (const code of Object.keys(errors)) {
      if (!source.includes(`'${code}'`)) continue
      found += 1
      if (!page.includes(`| \`${code}\` |`)) untold.add(code)
    }
  }
  expect(found).toBeGreaterThan(50)
  expect([...untold]).toEqual([])
})
