import type { ChatMessage, TextPart, UserPart } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { textOfDocument } from '#protocols/openai-chat/write-content.ts'

export type PlainTurn = { role: 'system' | 'user' | 'assistant'; content: string }

/** Instructions as one text. */
export const plainSystem = (system: readonly TextPart[]): string => system.map((part) => part.text).join('\n')

/** A conversation for vendors that know nothing but words: calls of tools and their results are told in words too. */
export const plainTurns = (messages: readonly ChatMessage[]): PlainTurn[] => messages.flatMap(plainTurn)

/** The same where the two must take turns and the user begins: what one says in a row is one text. */
export const alternatingTurns = (messages: readonly ChatMessage[]): PlainTurn[] => {
  const turns: PlainTurn[] = []
  for (const turn of plainTurns(messages)) {
    const last = turns.at(-1)
    if (last?.role === turn.role) last.content = `${last.content}\n${turn.content}`
    else if (last === undefined && turn.role === 'assistant') turns.push({ role: 'user', content: '…' }, { ...turn })
    else turns.push({ ...turn })
  }
  return turns
}

const plainTurn = (message: ChatMessage): PlainTurn[] => {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: plainText(message.parts) }]
    case 'assistant': {
      const texts = message.parts.flatMap((part) => {
        if (part.type === 'tool_call') return [`${part.name}(${part.arguments})`]
        return part.type === 'text' || part.type === 'refusal' ? [part.text] : []
      })
      return [{ role: 'assistant', content: texts.join('\n') }]
    }
    case 'tool':
      return message.parts.map(({ name = 'function', parts }) => ({
        role: 'user',
        content: `The result of ${name}:\n${plainText(parts)}`,
      }))
  }
}

const plainText = (parts: readonly UserPart[]): string =>
  parts
    .map((part) => {
      const text = part.type === 'document' ? textOfDocument(part) : part.type === 'text' ? part : undefined
      if (text === undefined) throw new ProtocolError('messages', 'must contain nothing but text for this model')
      return text.text
    })
    .join('\n')
