import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startLaterBench } from '#testing/later/later-bench.ts'
import { type Client, clients } from './clients/client-list.ts'
import { type ClientReport, laterHeading, writeLaterPart, writePage } from './clients/client-page.ts'
import { runClient } from './clients/client-run.ts'
import { startClientsBench } from './clients/clients-bench.ts'
import { clientsFolder, installClient } from './clients/installed-client.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

/**
 * Installs what people call models with, as it is today, lets each do all it can against four strict upstreams behind a
 * node, and writes docs/clients.md: `npm run clients`. With ids it runs some of them, `npm run clients -- openai-python`,
 * and tells of the others what was seen last. `--renew` fetches the packages again.
 */
const { values, positionals } = parseArgs({
  options: { renew: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((id) => !clients.some((client) => client.id === id))
if (unknown.length > 0) throw new RangeError(`no such client: ${unknown.join(', ')}`)
const chosen = positionals.length === 0 ? clients : clients.filter(({ id }) => positionals.includes(id))

type Kept = Pick<ClientReport, 'versions' | 'results'>
const keptFile = ({ id }: Client): string => join(clientsFolder, 'results', `${id}.json`)
const keep = async (client: Client, kept: Kept): Promise<void> => {
  await mkdir(join(clientsFolder, 'results'), { recursive: true })
  await writeFile(keptFile(client), JSON.stringify(kept))
}

const benches = { usual: await startClientsBench(), later: await startLaterBench() }
try {
  for (const client of chosen) {
    const { versions, ...place } = await installClient(client, values.renew)
    const results = await runClient(client, place, benches[client.of === 'later' ? 'later' : 'usual'])
    await keep(client, { versions, results })
    const faults = results.filter(({ fault }) => fault !== undefined)
    print(`${client.id}: ${results.length - faults.length} of ${results.length}`)
    for (const { feature, upstream, fault } of faults) print(`  ${feature}, ${upstream}: ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
} finally {
  await Promise.all([benches.usual.close(), benches.later.close()])
}

const kept = await Promise.all(
  clients.map(async (client) => {
    const text = await readFile(keptFile(client), 'utf8').catch(() => undefined)
    return text === undefined ? [] : [{ client, ...JSON.parse(text) }]
  }),
)
const reports: ClientReport[] = kept.flat()

const page = join(projectFolder, 'docs/clients.md')
const [usual = '', later = ''] = (await readFile(page, 'utf8')).split(`\n${laterHeading}\n`)
/** A part of the page, renewed where all of its clients ran here. */
const renewed = (isLater: boolean, before: string, write: (reports: readonly ClientReport[]) => string): string => {
  const isOf = ({ of }: Client) => (of === 'later') === isLater
  const some = reports.filter(({ client }) => isOf(client))
  if (some.length === clients.filter(isOf).length) return write(some)
  print(
    `docs/clients.md tells of ${isLater ? 'work that finishes later' : 'calls'} as before: some clients never ran here`,
  )
  return before
}
const parts = [renewed(false, usual, writePage), renewed(true, `${laterHeading}\n${later}`, writeLaterPart)]
await writeFile(page, `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`)
