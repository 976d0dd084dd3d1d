import type {
  AssistantPart,
  AudioOutputPart,
  ImagePart,
  ReasoningPart,
  RedactedReasoningPart,
  Signature,
  TextPart,
} from '../chat.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { member, objectIn, textIn } from './fields.ts'
import { readFileData, standardBase64 } from './media.ts'
import { readSeal, type Seal } from './seal.ts'

/** What the model wrote, part by part. Calls and sound are told apart where they are used. */
export type ModelPiece =
  | TextPart
  | ReasoningPart
  | RedactedReasoningPart
  | ImagePart
  | { type: 'sound'; mediaType: string; base64: string }
  | ModelCall

export type ModelCall = {
  type: 'call'
  id: string | undefined
  name: string
  arguments: string
  signature: Signature | undefined
}

/**
 * Reads one part of what the model wrote; the traces of tools that ran on the server are left out, as only this dialect
 * can hold them. The seal of a part that is no thought comes before it, as thinking does.
 */
export const readModelPart = (part: JsonObject): ModelPiece[] => {
  if (member(part, 'toolCall') !== undefined || member(part, 'toolResponse') !== undefined) return []
  const sealed = textIn(part, 'thoughtSignature')
  const seal = sealed === undefined || sealed === '' ? undefined : readSeal(sealed)
  const call = objectIn(part, 'functionCall')
  if (call !== undefined) {
    const own = seal?.kind === 'signature' && seal.signature.by === 'gemini' ? seal.signature : undefined
    return [...(seal === undefined || own !== undefined ? [] : [sealedPiece(seal)]), readCall(call, own)]
  }

  const text = visibleText(part)
  if (member(part, 'thought') === true) {
    if (seal?.kind === 'redacted') return [seal.part]
    return [reasoningPiece(text ?? '', seal?.signature, seal?.id)]
  }
  const before: ModelPiece[] = seal === undefined ? [] : [sealedPiece(seal)]
  if (text !== undefined) return text === '' ? before : [...before, { type: 'text', text }]

  const media = readMedia(part)
  return media === undefined ? before : [...before, media]
}

/** Adds a part to an assistant's words so far; what was only cut by streaming becomes one again. */
export const appendPart = (parts: (AssistantPart | AudioOutputPart)[], part: AssistantPart): void => {
  const last = parts.at(-1)
  if (part.type === 'text' && last?.type === 'text') {
    parts[parts.length - 1] = { type: 'text', text: last.text + part.text }
  } else if (part.type === 'reasoning' && last?.type === 'reasoning' && last.signature === undefined) {
    parts[parts.length - 1] = { ...part, text: last.text + part.text }
  } else if (part.type !== 'reasoning' || part.text !== '' || part.signature !== undefined) {
    parts.push(part)
  }
}

/** What was thought before a part that carries its seal. */
const sealedPiece = (seal: Seal): ReasoningPart | RedactedReasoningPart =>
  seal.kind === 'redacted' ? seal.part : reasoningPiece('', seal.signature, seal.id)

const reasoningPiece = (text: string, signature: Signature | undefined, id: string | undefined): ReasoningPart => ({
  type: 'reasoning',
  text,
  ...(signature === undefined ? {} : { signature }),
  ...(id === undefined ? {} : { id }),
})

const readCall = (call: JsonObject, signature: Signature | undefined): ModelCall => {
  const args = member(call, 'args')
  return {
    type: 'call',
    id: textIn(call, 'id') || undefined,
    name: textIn(call, 'name') ?? '',
    arguments: JSON.stringify(isObject(args) ? args : {}),
    signature,
  }
}

/** Code that ran on the server, and what it printed, are told as text: clients of other dialects know no other way. */
const visibleText = (part: JsonObject): string | undefined => {
  const code = objectIn(part, 'executableCode')
  if (code !== undefined) {
    const language = textIn(code, 'language') ?? ''
    return `\n\`\`\`${/^[\w+#-]{1,32}$/.test(language) ? language.toLowerCase() : ''}\n${textIn(code, 'code') ?? ''}\n\`\`\`\n`
  }
  const result = objectIn(part, 'codeExecutionResult')
  if (result !== undefined) return `\n\`\`\`output\n${textIn(result, 'output') ?? ''}\n\`\`\`\n`
  return textIn(part, 'text')
}

const readMedia = (part: JsonObject): ModelPiece | undefined => {
  const blob = objectIn(part, 'inlineData')
  if (blob !== undefined) {
    const mediaType = textIn(blob, 'mimeType') ?? 'application/octet-stream'
    const base64 = standardBase64(textIn(blob, 'data') ?? '')
    if (mediaType.startsWith('audio/')) return { type: 'sound', mediaType, base64 }
    return { type: 'image', source: { kind: 'data', mediaType, base64 } }
  }
  const file = objectIn(part, 'fileData')
  return file === undefined ? undefined : { type: 'image', source: readFileData(file) }
}
