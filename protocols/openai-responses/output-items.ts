import type { CitationPart } from '../chat.ts'
import { type JsonObject, parseLenient } from '../json/json.ts'
import { withoutUndefined } from './fields.ts'

/** Tells one event of a stream; the number in its row is added where it is written. */
export type Emit = (type: string, fields: JsonObject) => void

export type ItemStatus = 'completed' | 'incomplete'

/** An item of the output that is being written. Closing it tells its end and gives its final form. */
type OpenItem = { close: (status: ItemStatus) => JsonObject }

type Place = { id: string; index: number; emit: Emit }

export type OpenMessage = OpenItem & {
  type: 'message'
  text: (delta: string, logprobs: readonly JsonObject[] | undefined) => void
  refusal: (delta: string) => void
  cite: (citation: CitationPart) => void
}

type TextContent = { type: 'output_text'; text: string; annotations: JsonObject[]; logprobs: JsonObject[] }
type Content = TextContent | { type: 'refusal'; refusal: string }

/** `textBefore` is how much text the answer already has, as citations count from its beginning. */
export const openMessage = ({ id, index, emit }: Place, textBefore: number): OpenMessage => {
  const place = { item_id: id, output_index: index }
  const content: Content[] = []
  const item = (status: string) => ({ id, type: 'message', status, role: 'assistant', content })
  emit('response.output_item.added', { output_index: index, item: { ...item('in_progress'), content: [] } })

  const add = <Added extends Content>(part: Added): Added => {
    closeLast()
    content.push(part)
    emit('response.content_part.added', { ...place, content_index: content.length - 1, part })
    return part
  }
  const closeLast = () => {
    const last = content.at(-1)
    if (last === undefined) return
    const at = { ...place, content_index: content.length - 1 }
    if (last.type === 'refusal') emit('response.refusal.done', { ...at, refusal: last.refusal })
    else emit('response.output_text.done', { ...at, text: last.text, logprobs: last.logprobs })
    emit('response.content_part.done', { ...at, part: last })
  }
  const textContent = (): TextContent => {
    const last = content.at(-1)
    if (last?.type === 'output_text') return last
    return add<TextContent>({ type: 'output_text', text: '', annotations: [], logprobs: [] })
  }

  return {
    type: 'message',
    text: (delta, logprobs = []) => {
      const part = textContent()
      part.text += delta
      part.logprobs.push(...logprobs)
      emit('response.output_text.delta', { ...place, content_index: content.length - 1, delta, logprobs })
    },
    refusal: (delta) => {
      const last = content.at(-1)
      const part = last?.type === 'refusal' ? last : add({ type: 'refusal', refusal: '' })
      part.refusal += delta
      emit('response.refusal.delta', { ...place, content_index: content.length - 1, delta })
    },
    cite: ({ url, title, start, end }) => {
      const part = textContent()
      const relative = (position: number | undefined) =>
        position === undefined ? part.text.length : Math.max(0, position - textBefore)
      const annotation = {
        type: 'url_citation',
        start_index: relative(start),
        end_index: relative(end),
        url,
        title,
      }
      part.annotations.push(annotation)
      emit('response.output_text.annotation.added', {
        ...place,
        content_index: content.length - 1,
        annotation_index: part.annotations.length - 1,
        annotation,
      })
    },
    close: (status) => {
      closeLast()
      const done = item(status)
      emit('response.output_item.done', { output_index: index, item: done })
      return done
    },
  }
}

export type OpenReasoning = OpenItem & {
  type: 'reasoning'
  text: (delta: string) => void
  seal: (content: string) => void
}

export const openReasoning = ({ id, index, emit }: Place): OpenReasoning => {
  const place = { item_id: id, output_index: index, summary_index: 0 }
  let text: string | undefined
  let sealed: string | undefined
  emit('response.output_item.added', { output_index: index, item: { id, type: 'reasoning', summary: [] } })
  return {
    type: 'reasoning',
    text: (delta) => {
      if (text === undefined) {
        text = ''
        emit('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text } })
      }
      text += delta
      emit('response.reasoning_summary_text.delta', { ...place, delta })
    },
    seal: (content) => {
      sealed = content
    },
    close: () => {
      const part = { type: 'summary_text', text }
      if (text !== undefined) {
        emit('response.reasoning_summary_text.done', { ...place, text })
        emit('response.reasoning_summary_part.done', { ...place, part })
      }
      const summary = text === undefined ? [] : [part]
      const item = withoutUndefined({ id, type: 'reasoning', summary, encrypted_content: sealed })
      emit('response.output_item.done', { output_index: index, item })
      return item
    },
  }
}

export type OpenCall = {
  arguments: (delta: string) => void
  /** Where the answer did not come to its end, a call before its last item did, and so did one whose arguments are whole. */
  close: (status: ItemStatus, isLast: boolean) => JsonObject
}

export type CalledTool = { callId: string; name: string; namespace?: string; isCustom: boolean }

export const openCall = ({ id, index, emit }: Place, tool: CalledTool): OpenCall => {
  const { callId, name, namespace, isCustom } = tool
  const place = { item_id: id, output_index: index }
  const key = isCustom ? 'input' : 'arguments'
  const type = isCustom ? 'custom_tool_call' : 'function_call'
  const event = isCustom ? 'response.custom_tool_call_input' : 'response.function_call_arguments'
  let text = ''
  const item = (status: string) => withoutUndefined({ id, type, status, call_id: callId, name, namespace, [key]: text })
  const write = (delta: string) => {
    text += delta
    emit(`${event}.delta`, { ...place, delta })
  }
  emit('response.output_item.added', { output_index: index, item: item('in_progress') })
  return {
    arguments: write,
    close: (status, isLast) => {
      const isWhole = status === 'completed' || (isCustom || text === '' ? !isLast : parseLenient(text) !== undefined)
      if (text === '' && !isCustom && isWhole) write('{}')
      emit(`${event}.done`, { ...place, [key]: text, ...(isCustom ? {} : { name }) })
      const done = item(isWhole ? 'completed' : 'incomplete')
      emit('response.output_item.done', { output_index: index, item: done })
      return done
    },
  }
}

/** A picture comes in one piece. */
export const writePicture = ({ id, index, emit }: Place, mediaType: string, base64: string): JsonObject => {
  const item = { id, type: 'image_generation_call', status: 'in_progress', result: null }
  const done = { ...item, status: 'completed', result: base64, output_format: mediaType.replace(/^image\//, '') }
  emit('response.output_item.added', { output_index: index, item })
  emit('response.image_generation_call.completed', { item_id: id, output_index: index })
  emit('response.output_item.done', { output_index: index, item: done })
  return done
}
