import { describe, expect, it } from 'vitest'
import { namedThings } from './named-things.ts'

const ids = (body: Record<string, unknown>) => namedThings(body)?.map(({ kind, id }) => `${kind} ${id}`)
const content = (part: unknown) => ({ messages: [{ role: 'user', content: [part] }] })
const input = (item: unknown) => ({ input: [item] })

describe('what a request names of what an upstream keeps', () => {
  it.each([
    ['file file-1', content({ type: 'file', file: { file_id: 'file-1' } })],
    ['file file-1', content({ type: 'file', file: { FileID: 'file-1' } })],
    ['file file-1', content({ type: 'image', source: { type: 'file', file_id: 'file-1' } })],
    ['file file-1', content({ type: 'container_upload', file_id: 'file-1' })],
    ['file file-1', content({ type: 'tool_result', content: [{ type: 'document', source: { file_id: 'file-1' } }] })],
    ['file ms://f1', content({ type: 'image_url', image_url: { url: 'ms://f1' } })],
    ['file oss://f1', content({ type: 'image_url', image_url: 'oss://f1' })],
    ['file file-fe-1', { messages: [{ role: 'system', content: 'fileid://file-fe-1' }] }],
    ['file file-fe-1', { messages: [{ role: 'system', content: [{ type: 'text', text: 'a fileid://file-fe-1' }] }] }],
    ['file f1', { messages: [{ role: 'System', content: 'fileid://f1' }] }],
    ['file f1', { system: 'fileid://f1', messages: [{ role: 'user', content: 'Hi.' }] }],
    ['file f1', { system: [{ type: 'text', text: 'fileid://f1' }] }],
    ['file f1', { instructions: 'fileid://f1', input: 'Hi.' }],
    ['file f1', { input: [{ role: 'developer', content: [{ type: 'input_text', text: 'fileid://f1' }] }] }],
    ['file f1', { systemInstruction: { parts: [{ text: 'fileid://f1' }] } }],
    ['file f1', { system_instruction: { parts: { text: 'fileid://f1' } } }],
    ['file files/f1', { contents: [{ parts: [{ fileData: { fileUri: 'files/f1' } }] }] }],
    ['file gs://b/f1', { contents: [{ parts: [{ file_data: { file_uri: 'gs://b/f1' } }] }] }],
    ['file gs://b/f1', { contents: { parts: { fileData: { fileUri: 'gs://b/f1' } } } }],
    [
      'file files/f1',
      {
        contents: [{ parts: [{ fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/f1' } }] }],
      },
    ],
    ['file f1', { images: [{ file_id: 'f1' }] }],
    ['file f1', { mask: { file_id: 'f1' } }],
    ['file f1', input({ type: 'message', content: [{ type: 'input_file', file_id: 'f1' }] })],
    ['file f1', input({ type: 'function_call_output', output: [{ type: 'input_image', file_id: 'f1' }] })],
    ['file f1', { tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: ['f1'] } }] }],
    ['file f1', { tools: [{ type: 'image_generation', input_image_mask: { file_id: 'f1' } }] }],
    ['store vs_1', { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }],
    ['store fileSearchStores/s', { tools: [{ fileSearch: { fileSearchStoreNames: ['fileSearchStores/s'] } }] }],
    ['store k1', { tools: [{ type: 'x', x: { knowledge_id: 'k1' } }] }],
    ['container c1', { tools: [{ type: 'code_interpreter', container: 'c1' }] }],
    ['container c1', { tools: [{ type: 'shell', environment: { type: 'container_reference', container_id: 'c1' } }] }],
    ['container c1', { container: 'c1' }],
    ['container c1', { container: { id: 'c1' } }],
    ['skill s1', { container: { skills: [{ type: 'custom', skill_id: 's1' }] } }],
    ['conversation conv_1', { conversation: 'conv_1' }],
    ['conversation conv_1', { conversation: { id: 'conv_1' } }],
    ['response resp_1', { previous_response_id: 'resp_1' }],
    ['item msg_1', input({ type: 'item_reference', id: 'msg_1' })],
    ['item msg_1', input({ id: 'msg_1' })],
    ['item ig_1', input({ type: 'image_generation_call', id: 'ig_1' })],
    ['item rs_1', input({ type: 'reasoning', id: 'rs_1', summary: [] })],
    ['item mcpr_1', input({ type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true })],
    ['cache cachedContents/1', { cachedContent: 'cachedContents/1' }],
    ['cache cachedContents/1', { google: { cached_content: 'cachedContents/1' } }],
    ['cache cachedContents/1', { generateContentRequest: { cached_content: 'cachedContents/1' } }],
    ['prompt pmpt_1', { prompt: { id: 'pmpt_1', version: '2' } }],
    ['voice voice_1', { voice: { id: 'voice_1' } }],
    ['voice voice_1', { audio: { voice: { id: 'voice_1' }, format: 'wav' } }],
    ['sound audio_1', { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }],
    ['thread thread_1', { thread_id: 'thread_1' }],
  ])('is found wherever it stands: %s in %j', (thing, body) => {
    expect(ids(body)).toEqual([thing])
  })

  it.each([
    { model: 'm', prompt: 'Hi.', voice: 'alloy', audio: { voice: 'alloy', format: 'mp3' } },
    { prompt: ['a', 'b'], input: ['a'], container: null, conversation: null, previous_response_id: null },
    content({ type: 'image_url', image_url: { url: 'https://example.com/files/1.png' } }),
    content({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }),
    content({ type: 'text', text: 'gs://bucket and fileid are words, file_id: too' }),
    { system: 'Be short.', ...content({ type: 'text', text: 'fileid://mine' }) },
    { instructions: 'Be short.', input: [{ role: 'user', content: 'fileid://mine' }] },
    content({ type: 'tool_use', id: 'toolu_1', name: 'f', input: { file_id: 'mine', container: 'mine' } }),
    { contents: [{ parts: [{ functionCall: { name: 'f', args: { file_id: 'mine' } } }] }] },
    { contents: [{ parts: [{ functionResponse: { name: 'f', response: { file_id: 'mine' } } }] }] },
    { contents: [{ parts: [{ fileData: { fileUri: 'https://www.youtube.com/watch?v=1' } }] }] },
    {
      tools: [
        { type: 'function', function: { name: 'f', parameters: { properties: { file_id: { type: 'string' } } } } },
      ],
    },
    { tools: [{ name: 'f', input_schema: { properties: { container: { default: 'x' } } } }] },
    { metadata: { file_id: 'mine', conversation: 'mine' } },
    { client_metadata: { thread_id: 'mine', session_id: 'mine' } },
    { container: { skills: [{ type: 'anthropic', skill_id: 'pptx' }] } },
    { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
    input({ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] }),
    input({ role: 'user', content: 'a' }),
    input({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }),
    input({ type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{"file_id":"mine"}' }),
  ])('is nothing in what is the client’s own or everybody’s: %j', (body) => {
    expect(ids(body)).toBeUndefined()
  })
})
