import { isObject, objectAt, parseLenient } from './json/json.ts'
import { readAnswerContent } from './openai-chat/read-message.ts'

const longest = 200

/** How the text of a chat's answer begins; empty where it has none, or is no such answer. */
export const answerBeginning = (bytes: Buffer): string => {
  const answer = parseLenient(bytes.toString('utf8'))
  const [choice]: unknown[] = isObject(answer) && Array.isArray(answer.choices) ? answer.choices : []
  const text = readAnswerContent(objectAt(choice, 'message')?.content)
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('')
    .trim()
  // By whole signs: half of one is none.
  return [...text.slice(0, longest * 2)].slice(0, longest).join('')
}
