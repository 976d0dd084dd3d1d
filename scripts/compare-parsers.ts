import { parseArgs } from 'node:util'
import { type Comparison, compareAnswers, compareRequests } from './compare-parsers/comparison.ts'
import { print } from './print.ts'

/**
 * Has byte strings read by our readers of HTTP and by others, and prints where they differ, by example:
 * `npm run compare-parsers -- --count 1000000 --seed 7`. Half of them are requests, half are answers.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
})
const count = Number(values.count)
const seed = Number(values.seed)
if (!Number.isSafeInteger(count) || count < 2 || !Number.isSafeInteger(seed)) {
  throw new RangeError('--count and --seed must be whole numbers')
}

const examplesOfEach = 3

const tell = (what: string, { compared, taken, wanted, differences }: Comparison, begunAt: number): void => {
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(0)
  print(
    `${what}: ${compared} compared in ${seconds} s, ${taken} messages taken by ours, ${differences.length} differences`,
  )
  for (const [name, times] of wanted) print(`  wanted: ${name}, ${times} times`)
  for (const [found, examples] of Map.groupBy(differences, ({ found }) => found)) {
    print(`  ${found}, ${examples.length} times`)
    for (const example of examples.slice(0, examplesOfEach)) print(`    ${JSON.stringify(example.sent)}`)
  }
  if (differences.length > 0) process.exitCode = 1
}

const requestsAt = performance.now()
tell('Requests', await compareRequests(Math.ceil(count / 2), seed), requestsAt)
const answersAt = performance.now()
tell('Answers', await compareAnswers(Math.floor(count / 2), seed), answersAt)
