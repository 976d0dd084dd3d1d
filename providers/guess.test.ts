import { describe, expect, it } from 'vitest'
import { guessProvider } from './guess.ts'
import { providers } from './index.ts'

const namesOf = (pasted: string) =>
  guessProvider(pasted).types.map((type) => providers.find((provider) => provider.type === type)?.name)
const hex = (length: number) => 'a1b2c3d4'.repeat(8).slice(0, length)

describe('The guess whose key was pasted', () => {
  it.each([
    ['sk-ant-api03-abc', ['anthropic']],
    [`sk-proj-${hex(40)}`, ['openai']],
    ['AIzaSyAbc', ['gemini']],
    ['sk-or-v1-abc', ['openrouter']],
    ['gsk_abc', ['groq']],
    ['xai-abc', ['xai']],
    ['github_pat_abc', ['github-models']],
    [`${hex(32)}.AbCdEfGhIjKlMnOp`, ['zhipu', 'zai']],
    [`sk-${hex(32)}`, ['dashscope', 'deepseek', 'dashscope-international']],
    [`AKIA${'A'.repeat(16)}|secret|us-east-1`, ['bedrock']],
    ['{"type": "service_account", "project_id": "one"}', ['vertex']],
  ])('knows the shape of %s', (key, names) => {
    const own = namesOf(key)
    expect(own).toEqual(expect.arrayContaining(names))
    expect(own.length).toBeLessThanOrEqual(3)
    expect(guessProvider(key).key).toBe(key)
  })

  it('guesses nothing of a key that dozens could have given', () => {
    expect(guessProvider('sk-abcdef')).toEqual({ key: 'sk-abcdef', baseUrl: '', types: [] })
    expect(guessProvider('  ')).toEqual({ key: '', baseUrl: '', types: [] })
  })

  it('takes the key out of whatever it was copied with', () => {
    const text = 'export ANTHROPIC_API_KEY="sk-ant-api03-abc"'
    expect(guessProvider(text).key).toBe('sk-ant-api03-abc')
    expect(guessProvider('curl https://api.groq.com/openai/v1/models -H "Authorization: Bearer gsk_abc"').key).toBe(
      'gsk_abc',
    )
  })

  it('believes the address before the key, and leaves out what the vendor has by itself', () => {
    const text = 'https://api.deepseek.com/v1/chat/completions sk-abcdef'
    expect(namesOf(text)).toEqual(['deepseek'])
    expect(guessProvider(text)).toMatchObject({ key: 'sk-abcdef', baseUrl: '' })
  })

  it('speaks to an address that nobody has in the usual dialect, at what stands before the version', () => {
    expect(guessProvider('BASE_URL=http://127.0.0.1:9999/proxy/v1\nKEY=sk-ant-abc')).toMatchObject({
      key: 'sk-ant-abc',
      baseUrl: 'http://127.0.0.1:9999/proxy',
    })
    expect(namesOf('http://127.0.0.1:9999/proxy/v1 sk-ant-abc')).toEqual(['openai', 'anthropic'])
  })
})
