import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './upstream-words.ts'

const channel = {
  allKeys: ['sk-up-0123456789abcdefghij', '9f8e7d6c5b4a39281706.SecretPart', 'AKIDEXAMPLE|wJalrXUtnFEMI|us-east-1'],
  baseUrl: 'http://gpu-7.models.example:8000/v1',
}

describe('an upstream’s words', () => {
  it.each([
    ['the key', 'Incorrect API key provided: sk-up-0123456789abcdefghij.'],
    ['a part of the key', 'no such key: 0123456789abcdef'],
    ['a key of several parts', 'bad secret wJalrXUtnFEMI for AKIDEXAMPLE'],
    ['a key of another form', 'token 9f8e7d6c5b4a39281706 expired'],
    ['a shortened key', 'Incorrect API key provided: sk-up-01***********ghij'],
    ['a key shortened with dots', 'Incorrect API key provided: sk-up…ghij1'],
    ['somebody else’s key', 'fallback key sk-proj-Qw3rTy09-_x refused'],
    ['a key of a vendor with its own form', 'API key AIzaSyD-1234567890abcdef not valid'],
    ['a signed token', 'jwt eyJhbGciOiJIUzI1NiJ9.e30.x refused'],
    ['a bearer header', 'header Authorization: Bearer sk-up-0123456789abcdefghij'],
    ['the address asked', 'cannot POST http://gpu-7.models.example:8000/v1/chat/completions'],
    ['its host', 'upstream gpu-7.models.example is overloaded'],
    ['its host in capitals', 'upstream GPU-7.MODELS.EXAMPLE is overloaded'],
    ['another host', 'connect ECONNREFUSED vllm.svc.cluster.local:8000'],
    ['a host of one word with a port', 'dial tcp ollama:11434: refused'],
    ['this machine', 'connect to localhost failed'],
    ['an inner address', 'dial tcp 10.20.30.40:8000: i/o timeout'],
    ['an inner address of six', 'dial tcp [fd00::12]:443: refused'],
    ['a bare address of six', 'no route to fd00:12::9f'],
    ['an address in JSON', '{"error":{"message":"see https:\\/\\/admin.inner\\/panel?key=1"}}'],
    ['a link with a key', 'GET https://u:p@host.example/x?key=AIzaSyD-1234567890abcdef failed'],
    ['an account', 'Rate limit reached for organization org-Ab12Cd34Ef on tokens'],
    ['a project', 'in project proj_Ab12Cd34Ef'],
    ['a path on its disk', 'File "/srv/llm/worker/main.py", line 12'],
    ['a path with a line', 'at /srv/llm/worker/main.js:12:5'],
    ['a path of another system', 'in C:\\llm\\worker.py'],
  ])('lose %s', (_what, text) => {
    const told = withoutSecrets(channel, text)
    expect(told).toContain('***')
    expect(told).not.toMatch(
      /0123456789|wJalr|AKIDEXAMPLE|9f8e7d|ghij|Qw3r|AIza|eyJ|models\.example|cluster|ollama|localhost|10\.20|fd00|inner|panel|Ab12|srv|llm|https?:/i,
    )
  })

  it.each([
    'This model’s maximum context length is 8192 tokens. However, you requested 9000 tokens.',
    "Invalid value: 'x'. Supported values are: 'system', 'assistant', 'user'.",
    "Invalid type for 'messages[0].content[1].image_url': expected an object, but got a string instead.",
    'messages.0.content.1.source.media_type: Input should be image/png',
    'The model `gpt-4.1-mini` does not exist',
    'model claude-3-5-sonnet-20241022 is overloaded, try at 12:30:05 or in 1.5s',
    'The key "temperature" is not allowed; max_tokens must be <= 4096 (50% of 8,192)',
    '模型 glm-4-plus 不存在，请检查后重试。',
    'tool_use ids were found without tool_result blocks immediately after: toolu_01A09q90qw90lq917835lq9',
  ])('keep what helps: %s', (text) => {
    expect(withoutSecrets(channel, text)).toBe(text)
  })

  it('take time in proportion to their length, whatever they are', () => {
    const hostile = [
      'a.'.repeat(50_000),
      'sk-'.repeat(33_000),
      '/x'.repeat(50_000),
      '*a'.repeat(50_000),
      'a:'.repeat(50_000),
    ]
    for (const text of hostile) expect(withoutSecrets(channel, text).length).toBeGreaterThan(0)
  })
})
