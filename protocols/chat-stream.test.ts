import { describe, expect, it } from 'vitest'
import type { AssistantPart, ChatReply } from './chat.ts'
import { collectReply, eventsOfReply } from './chat-stream.ts'

const replyOf = (parts: readonly AssistantPart[], logprobs?: ChatReply['choices'][number]['logprobs']): ChatReply => ({
  id: 'a',
  model: 'm',
  created: 1,
  choices: [{ index: 0, parts, finish: 'stop', stopSequence: undefined, logprobs }],
  usage: undefined,
  serviceTier: undefined,
})

describe('a whole reply as a stream, and back', () => {
  it('keeps the id of reasoning without a seal, and each sealed block apart', () => {
    const reply = replyOf([
      { type: 'reasoning', text: 'open', id: 'r1' },
      { type: 'reasoning', text: 'next', id: 'r2' },
      { type: 'reasoning', text: 'sealed', id: 'r3', signature: { by: 'openai', value: 's' } },
      { type: 'text', text: 'said' },
    ])
    expect(collectReply(eventsOfReply(reply))).toEqual(reply)
  })

  it('tells the probabilities of a text once, however many pieces it comes in', () => {
    const logprobs = [{ token: 'one', logprob: -1 }]
    const citation = { type: 'citation', url: 'https://page.example', title: 'page' } as const
    const reply = replyOf([{ type: 'text', text: 'one' }, citation, { type: 'text', text: 'two' }], logprobs)
    expect(collectReply(eventsOfReply(reply))).toEqual(reply)
  })
})
