import { expect, it } from 'vitest'
import { protocols } from '#protocols/index.ts'

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
