import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setup } from '#testing/global-setup.ts'
import { createRandom } from '#testing/seeded-random.ts'
import { howToGet, obtainServices } from '#testing/services.ts'
import { isEquivalent } from './mutants/equivalent-mutants.ts'
import { copyProject, type MutantCopy } from './mutants/mutant-copy.ts'
import { type Mutant, mutantsOf } from './mutants/mutation.ts'
import { type Room, rooms } from './mutants/rooms.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

/** Which share of small wrong changes the tests beside a file notice: `npm run mutants -- <room or file>... */
const goal = 0.95
/** Tests of a wrong file may take longer than those of the right one, up to so many times. */
const patience = 4
const leastPatienceMs = 20_000

type Try = { path: string; tests: readonly string[]; mutant: Mutant }

const { values, positionals } = parseArgs({
  options: {
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
  },
  allowPositionals: true,
})
const share = Number(values.share)
const endsAt = performance.now() + (values.minutes === undefined ? Infinity : Number(values.minutes) * 60_000)

const roomOf = (path: string): Room => {
  const beside = path.replace(/\.ts$/, '.test.ts')
  const own = existsSync(join(projectFolder, beside)) ? [beside] : []
  const room = rooms.find(({ files }) => files.includes(path))
  return { name: path, files: [path], tests: [...new Set([...own, ...(room?.tests ?? [])])] }
}

const read = (path: string): string => readFileSync(join(projectFolder, path), 'utf8')

const sampled = (room: Room): Try[] => {
  const random = createRandom(Number(values.seed))
  return room.files
    .flatMap((path) => mutantsOf(path, read(path)).map((mutant) => ({ path, tests: room.tests, mutant })))
    .filter(({ path, mutant }) => !isEquivalent(path, mutant))
    .map((each) => ({ each, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each)
    .filter((_each, index, all) => index < all.length * share)
}

/** Whether the tests fail. */
const isNoticed = async (copy: MutantCopy, { path, tests, mutant }: Try, limitMs: number): Promise<boolean> => {
  const text = read(path)
  copy.write(path, text.slice(0, mutant.start) + mutant.after + text.slice(mutant.end))
  const outcome = await copy.test(tests, limitMs)
  copy.write(path, text)
  return outcome !== 'passed'
}

/** Answers whether enough was noticed, as far as that can be told. */
const measure = async (copy: MutantCopy, room: Room): Promise<boolean> => {
  if (room.tests.length === 0) {
    print(`${room.name}: no tests stand beside it`)
    return false
  }
  const begunAt = performance.now()
  if ((await copy.test(room.tests, 600_000)) !== 'passed') {
    print(`${room.name}: its tests fail as it is: ${room.tests.join(' ')}`)
    return false
  }
  const limitMs = Math.max(leastPatienceMs, patience * (performance.now() - begunAt))
  const tries = sampled(room)
  let tried = 0
  let noticed = 0
  for (const each of tries) {
    if (performance.now() > endsAt) break
    tried += 1
    if (await isNoticed(copy, each, limitMs)) noticed += 1
    else print(`${each.path}:${each.mutant.line}  ${short(each.mutant.before)}  ->  ${short(each.mutant.after)}`)
  }
  const percent = tried === 0 ? 0 : (100 * noticed) / tried
  print(`${room.name}: ${noticed} of ${tried} noticed, ${percent.toFixed(1)} % (of ${tries.length} chosen)`)
  return tried < tries.length || share < 1 || noticed >= goal * tried
}

const short = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line
}

const chosen = positionals.map((name) => rooms.find((room) => room.name === name) ?? roomOf(name))
const missing = await obtainServices(['postgres', 'redis'], print)
if (missing.length > 0) throw new Error(missing.map(howToGet).join('\n'))
const copy = copyProject()
const stop = await setup()
try {
  for (const room of chosen.length === 0 ? rooms : chosen) if (!(await measure(copy, room))) process.exitCode = 1
} finally {
  await stop()
  copy.remove()
}
