import { providers } from '#providers/index.ts'
import type { Operation, Provider } from '#providers/provider.ts'
import { wordsIn } from '#providers/words.ts'

/** Every kind of channel there is, by its number. */
export const writeTable = (): string => {
  const rows = [...providers].sort((one, other) => one.type - other.type).map(rowOf)
  return `${[title, introduction, head, ...rows].join('\n')}\n`
}

const rowOf = (provider: Provider): string => {
  const { type, label, baseUrl, addressIsWhole, keyHint, other, operations, modelList, balance } = provider
  const address = baseUrl === '' ? (addressIsWhole === true ? 'the whole endpoint' : 'yours') : `\`${baseUrl}\``
  const extra = other === undefined ? '' : `; ${wordsIn('en', other.label)}`
  const cells = [
    String(type),
    wordsIn('en', label),
    address,
    `${wordsIn('en', keyHint).replaceAll('|', '\\|')}${extra}`,
    [...operations].map((operation) => names[operation]).join(', '),
    modelList === undefined ? '' : 'yes',
    balance === undefined ? '' : 'yes',
  ]
  return `| ${cells.join(' | ')} |`
}

const names: Readonly<Record<Operation, string>> = {
  chat: 'chat',
  count_tokens: 'counting of tokens',
  completions: 'completions',
  embeddings: 'embeddings',
  moderations: 'moderations',
  image_generation: 'pictures',
  image_edit: 'edits of pictures',
  image_variation: 'variations of pictures',
  speech: 'speech',
  transcription: 'transcription',
  translation: 'translation',
  rerank: 'rerank',
  realtime: 'realtime',
  stored_response: 'stored responses',
  kept_thing: 'things kept upstream',
  kept_cache: 'caches kept upstream',
  response_compaction: 'compaction of responses',
  response_tokens: 'count of input tokens of responses',
  files: 'files',
  media_files: 'files',
  batch_task: 'batches',
  message_batch_task: 'batches',
  model_batch_task: 'batches',
}

const title = '# Providers\n'
const introduction =
  'Every kind of channel, by the number it is stored with. Any other number is spoken to as OpenAI. An address, where one\n' +
  'is given here, can be replaced by the channel’s own. Numbers below 1000 are those that gateways of this family share.\n' +
  'Made by `node scripts/write-documents.ts`; `npm run check` compares it.\n'
const head =
  '| Number | Provider | Address | Key; extra field | Kinds of call | Models can be fetched | Balance can be asked |\n' +
  '|---|---|---|---|---|---|---|'
