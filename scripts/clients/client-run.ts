import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { laterCasesWithout, laterFeatures } from '#testing/later/later-cases.ts'
import { type ClientLine, casesWithout, clientFeatures, faultOf, smallPicture } from '#testing/strict/client-cases.ts'
import { clients as samples } from '#web/features/tokens/code-snippets.ts'
import type { Client } from './client-list.ts'
import type { InstalledClient } from './installed-client.ts'
import { runCommand } from './run-command.ts'

/** How a client fared with each case. */
export type ClientResult = { feature: string; upstream: string; fault: string | undefined }

/** Gives a client every case that it can be asked for. */
export const runClient = async (client: Client, place: Place, bench: Bench): Promise<ClientResult[]> => [
  ...(await runProgram(client, place, bench)),
  ...(await runSample(client, place, bench)),
]

type Place = Pick<InstalledClient, 'folder' | 'command'>
type Bench = { address: string; key: string }

const runProgram = async (
  client: Client,
  { folder, command }: Place,
  { address, key }: Bench,
): Promise<ClientResult[]> => {
  const { cases, features } = wantedOf(client)
  const { output, errors } = await runCommand(command, [join(folder, client.program), ...(client.words ?? [])], {
    cwd: folder,
    environment: {
      ...quiet,
      HOME: folder,
      CLIENT_WORLD: JSON.stringify({ address, key, picture: smallPicture, cases }),
    },
    milliseconds: 600_000,
    mayFail: true,
  })
  const lines = output.split('\n').filter((line) => line.startsWith('{"feature"'))
  const told: ClientLine[] = lines.map((line) => JSON.parse(line))
  return cases.map(({ feature, upstream: dialect }) => {
    const line = told.find((each) => each.feature === feature && each.upstream === dialect)
    return {
      feature,
      upstream: dialect,
      fault: line === undefined ? `never told: ${errors.slice(-1500)}` : faultOf(line, features),
    }
  })
}

const wantedOf = ({ of, cannot = {} }: Client) =>
  of === 'later'
    ? { cases: laterCasesWithout(cannot), features: laterFeatures }
    : { cases: casesWithout(of ?? 'package', cannot), features: clientFeatures }

/** What the console tells people to write, with this address, this key and each of the models. */
const runSample = async (
  { of, sample, language }: Client,
  { folder, command }: Place,
  { address, key }: Bench,
): Promise<ClientResult[]> => {
  const found = samples.find(({ id }) => id === sample)
  if (found === undefined || of === 'agent') return []
  const results: ClientResult[] = []
  for (const { feature, upstream, model } of casesWithout('sample', {})) {
    const file = join(folder, language === 'python' ? 'sample.py' : 'sample.mjs')
    await writeFile(file, found.code({ address, key, model }))
    const environment = { ...quiet, HOME: folder }
    const { output, errors } = await runCommand(command, [file], { cwd: folder, environment, mayFail: true })
    const seen = { text: output.trim() }
    results.push({
      feature,
      upstream,
      fault: faultOf({ feature, upstream, seen }) && `${output}${errors}`.slice(-1500),
    })
  }
  return results
}

/** Nothing of the environment but this, and no word to anybody else. */
const quiet = {
  PATH: process.env.PATH ?? '',
  // Whoever wants to talk to somebody else finds nobody.
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1,localhost',
  LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  NODE_NO_WARNINGS: '1',
}
