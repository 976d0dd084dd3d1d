import { type ErrorCode, errors } from '#contract/errors.ts'
import { relayErrors } from '#contract/errors-of-relay.ts'
import type { ErrorDialect } from '#protocols/error-dialect.ts'
import type { UpstreamProblem } from '#protocols/failure.ts'
import {
  type FailureKind,
  failureKinds,
  isAskedAgain,
  longestSilentWait,
  mayAskAgain,
} from '#protocols/failure-kinds.ts'
import { protocols } from '#protocols/index.ts'
import { refusalOf } from '#protocols/upstream-refusal.ts'
import { kindOfCode } from '#server/relay/error-kinds.ts'

/** The whole page: everything on it is what the relay goes by. */
export const writePage = (): string =>
  [title, introduction, kindsTable(), headers, lengthTable(), upstreamTable(), streamForms(), codesTable()].join('\n')

type Dialect = { names: string[]; error: ErrorDialect }

/** Dialects whose words are the same share a column. */
const dialects: Dialect[] = protocols
  .map(({ error }) => error)
  .filter(({ words }, place, all) => all.findIndex((each) => each.words === words) === place)
  .map((error) => ({
    error,
    names: protocols.filter((each) => each.error.words === error.words).map(({ name }) => name),
  }))

const kinds = Object.keys(failureKinds).filter((name): name is FailureKind => Object.hasOwn(failureKinds, name))

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row), ''].join('\n')

/** Named by the first, which the others took their words from. */
const columns = dialects.map(({ names }) => `\`${names[0]}\``)

const saidIn = ({ error }: Dialect, kind: FailureKind): string => {
  const { code, status, type } = error.words[kind]
  return `${status} \`${type}\`${code === undefined ? '' : ` \`${code}\``}`
}

const askedAgain = (kind: FailureKind): string => {
  const byStatus = dialects.some(({ error }) => isAskedAgain(error.words[kind].status))
  if (!byStatus) return 'no'
  return mayAskAgain(kind) ? 'yes' : 'no, by `x-should-retry: false`'
}

const kindsTable = (): string => {
  const rows = kinds.map((kind) => [
    `\`${kind}\`: ${failureKinds[kind].about}`,
    ...dialects.map((dialect) => saidIn(dialect, kind)),
    askedAgain(kind),
  ])
  const shared = dialects
    .filter(({ names }) => names.length > 1)
    .map(({ names }) => `- ${names.map((name) => `\`${name}\``).join(', ')} share a column.`)
  return `${[...shared, ''].join('\n')}\n${table(['Failure', ...columns, 'Asked again'], rows)}`
}

const sample = { tokens: 210_000, most: 200_000 }

const lengthTable = (): string =>
  `## A prompt that is too long\n\nWhichever upstream said it, and in whatever words. Where no figures were told:\n\n${table(
    ['Dialect', 'With figures', 'Without'],
    dialects.map(({ names, error }) => [`\`${names[0]}\``, error.tooLong.say(sample), error.tooLong.say(undefined)]),
  )}`

const statuses = [400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 524, 529]
const wordless: UpstreamProblem = { message: '', type: undefined, code: undefined, parameter: undefined }

const upstreamTable = (): string => {
  const rows = statuses.map((status) => {
    const refusal = refusalOf(status, wordless)
    return [String(status), refusal.about === 'request' ? `\`${refusal.kind}\`` : 'the operator’s: `upstream_failed`']
  })
  return `## What an upstream’s status becomes\n\n${upstreamWords}\n${table(['Status', 'Failure'], rows)}`
}

const streamForms = (): string => {
  const error = { kind: 'upstream_failed', status: 502, code: 'upstream_broke_off', message: '...' } as const
  const forms = protocols
    .map(({ name, error: dialect }) => ({ name, text: dialect.event({ ...error, requestId: '...' }).toString() }))
    .filter(({ text }, place, all) => all.findIndex((each) => each.text === text) === place)
    .map(({ name, text }) => `\`${name}\`:\n\n\`\`\`\n${text.replaceAll('\r', '').trim()}\n\`\`\`\n`)
  return `## After the first byte\n\n${streamWords}\n${forms.join('\n')}`
}

/** What calls are refused with like whatever the console asks. */
const sharedCodes: readonly ErrorCode[] = [
  'account_banned',
  'body_encoding_unsupported',
  'body_malformed',
  'body_not_an_object',
  'body_too_deep',
  'body_too_large',
  'body_too_slow',
  'demo_only',
  'internal',
  'method_not_allowed',
  'not_found',
  'path_misplaced',
  'shutting_down',
  'storage_unavailable',
  'too_many_requests',
]

const codesTable = (): string => {
  const own = Object.keys(errors).filter((code): code is ErrorCode => Object.hasOwn(relayErrors, code))
  const rows = [...own, ...sharedCodes].map((code) => [`\`${code}\``, `\`${kindOfCode(code)}\``, errors[code].en])
  return `## Refusals of our own\n\n${table(['Code', 'Failure', 'Says'], rows)}`
}

const title = '# Errors of the relay\n'

const introduction = `Every failure of a call, as each dialect tells it: status, type and, where the dialect has a word that programs look
for, code. The code is our own word below or null otherwise; \`anthropic-messages\` has it in \`details.error_code\`,
\`gemini-generate\` as the \`reason\` of its \`ErrorInfo\`. "Asked again" is what the makers' own clients do by
themselves. Made by \`node scripts/write-documents.ts\`; \`npm run check\` compares it, and
\`server/relay/error-classes.test.ts\` that the makers' clients raise the right class for each and ask again as told.
`

const headers = `Every answer carries \`x-request-id\` and \`request-id\`, and every message ends with the same id. \`retry-after\` stands
wherever it is known when to ask again, and with every \`limited\`, \`unavailable\` and \`overloaded\`; a wait of more than
${longestSilentWait} s comes with \`x-should-retry: false\`, so that no program is silent for so long. Our own limits of requests are told in
\`x-ratelimit-*-requests\` or \`anthropic-ratelimit-requests-*\`.
`

const upstreamWords = `An upstream that refuses the operator's key, rights or account (by its status, or by words such as
\`insufficient_quota\`) is the operator's to mend: another channel is tried, the key rests, the operator is told, and the
client hears \`upstream_account_refused\`, nothing of the key or the account. Words about content make it
\`content_refused\`, words about a model that is not there \`model_unknown\`. What a request did wrong is told in the
upstream's own words, without what they give away, unless the operator hides them. What is left goes by the status:
`

const streamWords = `A stream that has begun ends with an error in its own form, without the mark that would make it look whole:
`
