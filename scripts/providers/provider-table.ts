import { providers } from '#providers/index.ts'
import type { Operation, Provider } from '#providers/provider.ts'
import { wordsIn } from '#providers/words.ts'
import { columns, type ShowingTest, testOf } from './shown-tests.ts'

/** Every kind of channel there is, by its number. */
export const writeTable = (): string => {
  const inOrder = [...providers].sort((one, other) => one.type - other.type)
  return `${[title, introduction, head, ...inOrder.map(rowOf), leftOut, ...showTests(inOrder)].join('\n')}\n`
}

/** Each test has a number, by which the cells name it. */
const showTests = (inOrder: readonly Provider[]): string[] => {
  const known: string[] = []
  const numberOf = ({ file, title }: ShowingTest): number => {
    const name = `\`${file}\`: ${title}`
    if (!known.includes(name)) known.push(name)
    return known.indexOf(name) + 1
  }
  const rows = inOrder.map((provider) => {
    const tests = columns.map((column) => testOf(column, provider))
    const cells = tests.map((shown) => (shown === undefined ? '' : String(numberOf(shown))))
    return `| ${[String(provider.type), wordsIn('en', provider.label), ...cells].join(' | ')} |`
  })
  const titles = ['Number', 'Provider', ...columns.map(({ title: column }) => column)]
  return [
    shownTitle,
    `| ${titles.join(' | ')} |\n|${'---|'.repeat(titles.length)}`,
    ...rows,
    '',
    ...known.map((name, place) => `${place + 1}. ${name}`),
  ]
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
    [...operations].map((operation) => namesOf(operation)).join(', '),
    modelList === undefined ? '' : 'yes',
    balance === undefined ? '' : 'yes',
  ]
  return `| ${cells.join(' | ')} |`
}

const namesOf = (operation: Operation): string => {
  const name = names[operation]
  if (name === undefined) throw new TypeError(`${operation} has no name here`)
  return name
}

/** Of what is finished later the types know only how its names end. */
const names: Readonly<Partial<Record<Operation, string>>> = {
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
  live: 'live sessions',
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
  video_task: 'films',
  drawing_task: 'drawings',
  music_task: 'songs',
}

const title = '# Providers\n'
const introduction =
  'Every kind of channel, by the number it is stored with. Any other number is spoken to as OpenAI. An address, where one\n' +
  'is given here, can be replaced by the channel’s own. Numbers below 1000 are those that gateways of this family share.\n' +
  'Made by `node scripts/write-documents.ts`; `npm run check` compares it.\n'
const leftOut =
  '\n## Left out\n\n' +
  'GitHub Copilot has no kind of its own. Its models are served to GitHub’s own clients, and to the CLI and SDK that others\n' +
  'build on, by somebody’s subscription or an organisation’s app. The addresses beneath (`api.githubcopilot.com`, the\n' +
  'exchange of tokens at `copilot_internal`) are not documented as an interface, and GitHub suspends accounts for “scripted\n' +
  'interactions” and “unsupported clients”. A fine-grained token with the permission “Copilot Requests” is documented as a\n' +
  'way to sign in to that CLI and SDK. Whoever wants models from GitHub takes the kind GitHub Models (1013).\n'
const shownTitle =
  '## What shows it\n\n' +
  'The test behind each cell, by its number in the list below; `%s` in a title is each provider in turn. A key is checked\n' +
  'against a signature that was published or was worked out otherwise where it signs, else as it is told. A cell is empty\n' +
  'where a provider has nothing of the kind. The last three columns name what is asked for in words of the vendor’s own, or\n' +
  'in a form of its own; elsewhere such calls pass as they come.\n'
const head =
  '| Number | Provider | Address | Key; extra field | Kinds of call | Models can be fetched | Balance can be asked |\n' +
  '|---|---|---|---|---|---|---|'
