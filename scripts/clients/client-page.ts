import { laterFeatures } from '#testing/later/later-cases.ts'
import { type ClientFeature, clientFeatures } from '#testing/strict/client-cases.ts'
import { clients as samples } from '#web/features/tokens/code-snippets.ts'
import type { Client } from './client-list.ts'
import type { ClientResult } from './client-run.ts'

/** A client, in which versions, and how it fared. */
export type ClientReport = {
  client: Client
  versions: Readonly<Record<string, string>>
  results: readonly ClientResult[]
}

const languages: Readonly<Record<Client['language'], string>> = { python: 'Python', node: 'Node.js' }

/** The page of all clients, from what each did. */
export const writePage = (reports: readonly ClientReport[]): string => {
  const all = reports.flatMap(({ results }) => results)
  const failed = all.filter(({ fault }) => fault !== undefined)
  const isAgent = ({ client }: ClientReport) => client.of === 'agent'
  return `# Clients

What people call models with, unchanged, as it was current when \`npm run clients\` wrote this page. Each was let loose on a
node whose upstreams refuse what vendors refuse (\`testing/strict/\`): chat completions, Responses, Messages of Anthropic,
contents of Gemini. ${all.length} cases: ${all.length - failed.length} as they should be, ${failed.length} not. A number tells
at how many upstreams it went well; a dash stands for what a client is not asked for: what it cannot do is told below.

${tableOf(
  reports.filter((each) => !isAgent(each)),
  packageFeatures,
)}

${legendOf(packageFeatures)}

Agents, which are programs themselves:

${tableOf(reports.filter(isAgent), agentFeatures)}

${legendOf(agentFeatures)}

Not run, although the console has a sample for them: curl; Cursor, whose maker's servers call; the editor around Continue, and its
provider gemini, which asks Google whatever address it is given; the container of Open WebUI, in whose place its package is run.
What Open WebUI asks by itself, for titles, pictures and voices, is replayed as recorded (\`scripts/clients/open-webui.test.ts\`).

${reports.map(sectionOf).join('\n')}`
}

/** The end of the page, which is written by itself: whose work finishes later. */
export const writeLaterPart = (reports: readonly ClientReport[]): string => {
  const all = reports.flatMap(({ results }) => results)
  const failed = all.filter(({ fault }) => fault !== undefined)
  return `${laterHeading}

Files, batches and films, as their makers' clients ask for them, unchanged, of a node in front of services that finish what they
are given (\`testing/later/\`): batches that are passed on, and such as the node does itself. ${all.length} cases:
${all.length - failed.length} as they should be, ${failed.length} not. The same for Node.js stands in the tests of \`server/tasks/\`.

${tableOf(reports, laterFeatures)}

${legendOf(laterFeatures)}

${reports.map((report) => `${titleOf(report)}:\n\n${linesOf(report).join('\n')}\n`).join('\n')}`
}

/** By which the two parts of the page are told apart. */
export const laterHeading = '## Work that finishes later'

type Feature = Pick<ClientFeature, 'id' | 'label'> & { upstreams: readonly string[] }

const packageFeatures = clientFeatures.filter(({ of }) => of !== 'agent')
const agentFeatures = clientFeatures.filter(({ of }) => of === 'agent')

const legendOf = (features: readonly Feature[]): string =>
  features.map(({ label, upstreams }, index) => `${index + 1}. ${label} (${upstreams.length})`).join('\n')

const tableOf = (reports: readonly ClientReport[], features: readonly Feature[]): string => {
  const lines = reports.map(({ client, versions, results }) => [
    client.label,
    languages[client.language],
    versions[client.packages[0]?.replace(/\[.*/, '') ?? ''] ?? '',
    ...features.map(({ id }) => cellOf(results.filter(({ feature }) => feature === id))),
  ])
  const head = ['Client', 'for', 'version', ...features.map((_, index) => String(index + 1))]
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const cellOf = (results: readonly ClientResult[]): string => {
  if (results.length === 0) return '–'
  const passed = results.filter(({ fault }) => fault === undefined).length
  return passed === results.length ? String(passed) : `**${passed} of ${results.length}**`
}

const titleOf = ({ client }: ClientReport): string => `${client.label}, ${languages[client.language]}`

/** What it cannot do, and what it should but does not. */
const linesOf = ({ client, results }: ClientReport): string[] => [
  ...(client.without === undefined
    ? []
    : [`- without ${client.without.join(', ')}: it runs no models of its own here`]),
  ...Object.entries(client.cannot ?? {}).map(([what, why]) => `- ${nameOf(what)}: ${why}`),
  ...results.flatMap(({ feature, upstream, fault }) =>
    fault === undefined ? [] : [`- fails: ${nameOf(`${feature}/${upstream}`)}`],
  ),
]

const sectionOf = (report: ClientReport): string => {
  const { client, versions } = report
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const sample = samples.find(({ id }) => id === client.sample)
  const code = sample?.code({ address: 'https://gateway.example', key: 'sk-…', model: 'MODEL' })
  const lines = linesOf(report)
  return [
    `## ${titleOf(report)}`,
    packages.join(', '),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(code === undefined ? [] : [`\`\`\`\n${code}\n\`\`\``]),
    '',
  ].join('\n\n')
}

const nameOf = (what: string): string => {
  const [id, upstream] = what.split('/')
  const usual = clientFeatures.flatMap((each) => (each.id === id || each.does === id ? [each.label] : []))
  const later = laterFeatures.flatMap((each) => (each.id === id ? [each.label] : []))
  const labels = usual.length > 0 ? usual : later
  return `${labels.join(', ')}${upstream === undefined ? '' : ` of \`${upstream}\``}`
}
