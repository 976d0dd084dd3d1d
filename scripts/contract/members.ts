import { contract } from '#contract/index.ts'
import { type SpecifiedSending, specifiedEntities, specifiedSendings } from '#testing/specified-members.ts'
import { specifiedCalls } from '../calls/specified-calls.ts'
import type { Chapter, Elements } from './element.ts'

const test = 'contract/members.test.ts'

/** Of what calls answer with. */
const told = specifiedEntities.map(
  ({ name, from, file, members }): Elements => ({
    ...{ from, file, test },
    elements: Object.fromEntries(
      members.map((member) => [
        `${name}: ${member}`,
        [file.includes('/signin-ways/') ? member : `${member}: `, 'has every member that the product knows'],
      ]),
    ),
  }),
)

const sentWith = ({ endpoint, query = [], body = [] }: SpecifiedSending): Elements => {
  const { method, path } = endpoint
  const [group = '', calls = {}] =
    Object.entries(contract).find(([, all]) => Object.values(all).includes(endpoint)) ?? []
  const name = Object.keys(calls).find((each) => Reflect.get(calls, each) === endpoint)
  const parts = specifiedCalls.find((call) => call.method === method && bare(call.path) === bare(path))?.parts
  return {
    from: `${parts} §7`,
    file: `contract/${group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
    test,
    elements: {
      // The calls of the ways to sign in are drawn from their entries.
      [`${method} ${path}: ${[...query, ...body].join(', ')}`]: [
        group === 'signin' && name !== 'state' ? 'const wayCalls' : `path: '${path}'`,
        'is all that the product sends',
      ],
    },
  }
}

const bare = (path: string): string => path.replace(/\/$/, '')

export const members: Chapter = {
  title: 'Members of calls',
  parts: [...told, ...specifiedSendings.map(sentWith)],
}
