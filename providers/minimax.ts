import { AnswerFailed } from '#protocols/failure.ts'
import { isObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { readReply } from '#protocols/openai-chat/read-reply.ts'
import { compatible } from './compatible.ts'
import { minimaxEmbeddings } from './minimax-embeddings.ts'
import { minimaxPictures } from './minimax-pictures.ts'
import { problemInAnswer } from './minimax-problems.ts'
import { speechAsked, typeOfSpeech, unframeSpeech } from './minimax-speech.ts'
import { openaiLikeChat } from './openai-like-chat.ts'
import type { Provider, Route } from './provider.ts'
import { apiKey } from './words.ts'

const plain = compatible({
  type: 35,
  name: 'minimax',
  label: 'MiniMax',
  baseUrl: 'https://api.minimax.chat',
  keyHint: apiKey,
  speaks: ['openai-chat', 'anthropic-messages'],
  paths: {
    'openai-chat': '/v1/text/chatcompletion_v2',
    'anthropic-messages': '/anthropic/v1/messages',
    image_generation: '/v1/image_generation',
    speech: '/v1/t2a_v2',
  },
  operations: ['chat', 'embeddings', 'image_generation', 'speech'],
  models:
    'MiniMax-M3 MiniMax-M2.7 MiniMax-M2.5 MiniMax-M2.1 MiniMax-M2 MiniMax-M1 MiniMax-Text-01 ' +
    'abab6.5s-chat abab6.5-chat image-01 embo-01 speech-02-hd speech-02-turbo',
})

const minimaxChat = openaiLikeChat('minimax-chat', {
  readReply: (bytes) => {
    const answer = parseLenient(bytes.toString('utf8'))
    const problem = problemInAnswer(answer)
    if (problem !== undefined) throw new AnswerFailed(problem)
    // Before the answers there were some that only told a reply.
    const reply = textAt(answer, 'reply')
    if (!isObject(answer) || reply === undefined || Array.isArray(answer.choices)) return readReply(bytes)
    const choices = [{ index: 0, message: { role: 'assistant', content: reply }, finish_reason: 'stop' }]
    return readReply(Buffer.from(JSON.stringify({ ...answer, choices })))
  },
})

export const minimax: Provider = {
  ...plain,
  route: (facts, wanted, key): Route => {
    const route = plain.route(facts, wanted, key)
    if (wanted.operation === 'embeddings') return { ...route, dialect: minimaxEmbeddings }
    if (wanted.operation === 'image_generation') return { ...route, dialect: minimaxPictures }
    if (wanted.operation === 'speech') {
      return { ...route, changes: speechAsked, unframe: unframeSpeech, unframedType: typeOfSpeech }
    }
    return route.dialect === 'openai-chat' ? { ...route, dialect: minimaxChat } : route
  },
}
