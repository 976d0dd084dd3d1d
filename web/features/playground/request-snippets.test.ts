import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { requestSnippet } from './request-snippets.ts'

const body = {
  model: 'm',
  stream: true,
  seed: null,
  stop: [],
  messages: [{ role: 'user', content: 'It\'s "$HOME" \\ `x`\nnext' }],
}
const request = { address: 'https://gate.example', key: 'sk-a', body }

it('a shell gives curl the request as it is', () => {
  const script = requestSnippet('curl', request).replace(/^curl -N \S+/, `printf '%s\\n'`)
  const lines = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(JSON.parse(lines.slice(lines.indexOf('{')))).toEqual(body)
  expect(lines).toContain('Authorization: Bearer sk-a')
})

it('Python and Node have the same members in their own words', () => {
  const python = requestSnippet('python', request)
  expect(python).toContain(
    '    model="m",\n    stream=True,\n    seed=None,\n    stop=[],\n    messages=[\n        {\n            "role": "user",',
  )
  expect(python).toContain('base_url="https://gate.example/v1", api_key="sk-a"')
  const [, given = ''] = /create\(([\s\S]*?)\)\nfor await/.exec(requestSnippet('node', request)) ?? []
  expect(JSON.parse(given)).toEqual(body)
})
