import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setup } from '#testing/global-setup.ts'
import { createRandom } from '#testing/seeded-random.ts'
import { howToGet, obtainServices } from '#testing/services.ts'
import { isEquivalent } from './mutants/equivalent-mutants.ts'
import { copyProject, type MutantCopy } from './mutants/mutant-copy.ts'
import { type Mutant, mutantsOf } from './mutants/mutation.ts'
import { type Part, type Room, rooms } from './mutants/rooms.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

/**
 * Which share of small wrong changes the tests beside a file notice:
 * `npm run mutants -- <room or file>... [--sample <most of each room>] [--seed <another sample>]`
 */
const goal = 0.95
/** Tests of a wrong file may take longer than those of the right one, up to so many times. */
const patience = 4
const leastPatienceMs = 30_000

type Try = { part: Part; path: string; text: string; mutant: Mutant }
type Outcome = { name: string; made: number; noticed: number; survivors: readonly string[] }

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string', default: 'Infinity' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const most = Number(values.sample)

/** A file that is named alone is tried with the tests that it has in its room, or else with the test of its name. */
const roomOf = (path: string): Room => {
  const part = rooms.flatMap(({ parts }) => parts).find(({ files }) => files.includes(path))
  return { name: path, parts: [{ files: [path], tests: part?.tests ?? [path.replace(/\.ts$/, '.test.ts')] }] }
}

const wrongText = ({ text, mutant }: Try): string => text.slice(0, mutant.start) + mutant.after + text.slice(mutant.end)

/** Those that compile, in an order that is the seed's: types notice the others before any test. */
const triesOf = (copy: MutantCopy, room: Room): Try[] => {
  const random = createRandom(Number(values.seed))
  const drawn = room.parts
    .flatMap((part) =>
      part.files.map((path) => ({ part, path, text: readFileSync(join(projectFolder, path), 'utf8') })),
    )
    .flatMap((file) => mutantsOf(file.path, file.text).map((mutant) => ({ ...file, mutant })))
    .filter(({ path, mutant }) => !isEquivalent(path, mutant))
    .map((each) => ({ each, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each)
    .slice(0, 2 * most)
  const uncompiled = copy.uncompiled(drawn.map((each) => ({ path: each.path, text: wrongText(each) })))
  return drawn.filter((_each, index) => !uncompiled.has(index)).slice(0, most)
}

const isNoticed = async (copy: MutantCopy, each: Try, limitMs: number): Promise<boolean> => {
  copy.write(each.path, wrongText(each))
  const { passed } = await copy.test(each.part.tests, limitMs)
  copy.write(each.path, each.text)
  return !passed
}

/** How long the tests of a part may take; they must pass while nothing is wrong. */
const limitOf = async (copy: MutantCopy, { tests }: Part): Promise<number> => {
  const missing = tests.filter((path) => !existsSync(join(projectFolder, path)))
  if (tests.length === 0 || missing.length > 0) throw new Error(`There are no such tests: ${missing.join(' ')}`)
  const begunAt = performance.now()
  const { passed, output } = await copy.test(tests, 600_000)
  if (!passed) throw new Error(`Tests fail as it is: ${tests.join(' ')}\n${output}`)
  return Math.max(leastPatienceMs, patience * (performance.now() - begunAt))
}

const measure = async (copy: MutantCopy, room: Room): Promise<Outcome> => {
  const tries = triesOf(copy, room)
  const survivors: string[] = []
  const limits = new Map<Part, number>()
  for (const each of tries) {
    const { part, path, mutant } = each
    const limitMs = limits.get(part) ?? (await limitOf(copy, part))
    limits.set(part, limitMs)
    if (await isNoticed(copy, each, limitMs)) continue
    survivors.push(`${path}:${mutant.line}  ${short(mutant.before)}  ->  ${short(mutant.after)}`)
    print(survivors.at(-1) ?? '')
  }
  return { name: room.name, made: tries.length, noticed: tries.length - survivors.length, survivors }
}

const short = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line
}

const shareOf = ({ made, noticed }: Outcome): number => (made === 0 ? 1 : noticed / made)

const tableOf = (outcomes: readonly Outcome[]): string => {
  const rows = outcomes.map((outcome) => {
    const { name, made, noticed } = outcome
    const cells = [String(made), String(noticed), `${(100 * shareOf(outcome)).toFixed(1)} %`]
    return name.padEnd(40) + cells.map((cell) => cell.padStart(9)).join('')
  })
  const head = ''.padEnd(40) + ['made', 'noticed', 'share'].map((cell) => cell.padStart(9)).join('')
  return [head, ...rows].join('\n')
}

const chosen = positionals.map((name) => rooms.find((room) => room.name === name) ?? roomOf(name))
const missing = await obtainServices(['postgres', 'redis'], print)
if (missing.length > 0) throw new Error(missing.map(howToGet).join('\n'))
const copy = copyProject()
const stop = await setup()
try {
  const outcomes: Outcome[] = []
  for (const room of chosen.length === 0 ? rooms : chosen) outcomes.push(await measure(copy, room))
  print(tableOf(outcomes))
  if (outcomes.some((outcome) => shareOf(outcome) < goal)) process.exitCode = 1
} finally {
  await stop()
  copy.remove()
}
