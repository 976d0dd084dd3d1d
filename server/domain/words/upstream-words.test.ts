import { describe, expect, it } from 'vitest'
import { recordedProtocols, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { answerWithoutSecrets, jsonWithoutSecrets, mayComplain } from './answer-words.ts'
import { withoutSecrets } from './upstream-words.ts'

const key = 'sk-up-0123456789abcdefghij'
const channel = {
  allKeys: [key, '9f8e7d6c5b4a39281706.SecretPart', 'AKIDEXAMPLE|wJalrXUtnFEMI|us-east-1', 'p/w+s=very secret?'],
  baseUrl: 'http://gpu-7.models.example:8000/v1',
  organization: 'acme-research',
  other: 'f00dcafe1234beef',
  setting: {
    forceFormat: false,
    untouched: false,
    thinkingToContent: false,
    neverStreams: false,
    marksCaches: false,
    ignoresCard: false,
    proxy: 'http://joe:hunter2hunter2@px.acme.zone:3128',
  },
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
    ['the key in an address', `GET /x?key=${encodeURIComponent('p/w+s=very secret?')}`],
    ['the key in Base64', `Basic ${Buffer.from(key).toString('base64')}`],
    ['the key behind a name in Base64', `Basic ${Buffer.from(`u:${key}`).toString('base64')}`],
    ['the key in digits', Buffer.from(key).toString('hex')],
    ['its own organization', 'quota of acme-research is used up'],
    ['an account of its own', 'account f00dcafe1234beef is closed'],
    ['its proxy and who signs in there', 'px.acme.zone refused hunter2hunter2'],
    ['its host by its first name', 'gpu-7 is out of memory'],
    ['a host with an unknown ending', 'node worker-3.rack7.zzyx is down'],
    ['an address with dashes', 'upstream ip-10-20-30-40 timed out'],
    ['an address behind a name', 'host=fd00::12 refused'],
    ['an address with its interface', 'dial fe80::12%eth0'],
    ['a mail address', 'ask ops@models.example for access'],
  ])('lose %s', (_what, text) => {
    const told = withoutSecrets(channel, text)
    expect(told).toContain('***')
    expect(told).not.toMatch(
      /0123456789|wJalr|AKIDEXAMPLE|9f8e7d|ghij|Qw3r|AIza|eyJ|models\.example|cluster|ollama|localhost|10\.20|fd00|inner|panel|Ab12|srv|llm|https?:|p%2Fw|c2stdXA|stdXAtMDE|736b2d|acme|f00dcafe|hunter2|gpu-7|rack7|10-20-30|fe80|ops@/i,
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
    'Use version 1.2.3 or v2.0.1-beta.4 of main.py, worker.py or node.js; see messages.0.content.',
    "Unknown parameter: 'response_format.json_schema', did you mean tools.0.server_url or max_tokens:4096?",
    'claude-3.5-sonnet costs $3.00 per 1.000.000 tokens since 2025-10-12T10:11:12Z (10-12-2025)',
    'us.anthropic.claude-3-5-sonnet-20241022-v2:0, qwen.qwen3-coder-480b-a35b-instruct, claude-3-5-sonnet@20240620',
    'meta-llama/Llama-3.3-70B-Instruct at temperature=0.5, std::vector<int>, $.recipe.ingredients[4].amount',
    'tool_use ids were found without tool_result blocks immediately after: toolu_01A09q90qw90lq917835lq9',
  ])('keep what helps: %s', (text) => {
    expect(withoutSecrets(channel, text)).toBe(text)
  })

  it.skipIf(!recordingsPresent)('keep what real upstreams say in their errors, but for links and keys', () => {
    const messages = recordedProtocols()
      .flatMap(recordingsOf)
      .flatMap(({ response }) => (response.status < 400 ? [] : [response.body ?? '']))
      .filter((text) => text !== '' && !/https?:|\*\*/.test(text))
    expect(messages.length).toBeGreaterThan(15)
    for (const text of messages) {
      expect(withoutSecrets(channel, text)).toBe(text)
      expect(jsonWithoutSecrets(channel, text)).toBe(text)
    }
  })

  it.skipIf(!recordingsPresent)('are in hardly any answer of a real upstream that went well', () => {
    const changed: string[] = []
    for (const { id, response } of recordedProtocols().flatMap(recordingsOf)) {
      if (response.status !== 200) continue
      const texts =
        response.body === undefined ? (response.sse ?? '').split(/\r?\n/).map((line) => line.slice(6)) : [response.body]
      if (texts.some((text) => (jsonWithoutSecrets(channel, text) ?? text) !== text)) changed.push(id.slice(-10))
    }
    // It fails in the middle and gives a link.
    expect(changed).toEqual(['d9347beed9'])
  })

  it.each([
    ['an error', { error: { code: 429, message: 'no luck' } }],
    ['an error of one word', { error: 'x' }],
    ['an error of the kind', { input_error: 'x' }],
    ['a message', { message: 'no luck', choices: [] }],
    ['a short message', { msg: 'x' }],
    ['a list', { warnings: ['no luck'] }],
    ['details', { detail: 'no luck' }],
    ['details of an end', { incomplete_details: { reason: 'no luck' } }],
    ['why a prompt was blocked', { promptFeedback: { blockReasonMessage: 'no luck' } }],
    ['why it ended', { candidates: [{ finishMessage: 'no luck' }] }],
    ['a text by itself', 'no luck'],
    ['what stands in an error of a list', [{ errors: ['x'] }]],
  ])('are looked for in JSON with %s, however it is laid out', (_what, value) => {
    const text = JSON.stringify(value)
    for (const each of [text, JSON.stringify(value, null, 2), text.replaceAll('":', '" : ')]) {
      expect(mayComplain(each)).toBe(true)
    }
  })

  it('are not looked for in an answer in which nothing went wrong', () => {
    const answer = {
      id: 'chatcmpl-1',
      model: 'gpt-4.1-mini',
      provider: 'gpu01.corp',
      choices: [{ message: { role: 'assistant', content: 'error: "See http://10.0.0.1/x"' } }],
      error: null,
      incomplete_details: null,
      usage: { prompt_tokens_details: { cached_tokens: 0 } },
    }
    expect(mayComplain(JSON.stringify(answer))).toBe(false)
    expect(answerWithoutSecrets(channel, answer)).toBe(answer)
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
