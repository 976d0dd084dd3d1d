import type * as z from 'zod/mini'
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { type Answer, answerCalls, type Call, granted, refused } from './answer-calls.ts'

/** Where the server would decline. */
class Refusal extends Error {}

type Answers = Record<string, (call: Call) => Answer>

/** Answers an endpoint by its contract: what comes in is parsed by it, and what goes out is of its type and parsed too. */
export const on = <E extends Endpoint>(
  endpoint: E,
  handle: (input: EndpointInput<E>) => z.input<E['data']>,
): Answers => ({
  [`${endpoint.method} ${endpoint.path}`]: ({ params, query, body }) => {
    const input = {
      params: endpoint.params?.parse(params),
      query: endpoint.query?.parse(query),
      body: endpoint.body?.parse(body),
    }
    try {
      // seam: parsed by the endpoint's own schemas
      return { body: granted(endpoint.data.parse(handle(input as EndpointInput<E>))) }
    } catch (error) {
      if (error instanceof Refusal) return { body: refused(error.message) }
      throw error
    }
  },
})

/** Stands where the server would, and speaks the contract. */
export const serve = (...answers: readonly Answers[]) => answerCalls(Object.assign({}, ...answers))

type Query = { page: number; pageSize: number; sort?: string | undefined; direction?: 'asc' | 'desc' }

/** Rows as a server keeps them: what it was told is what it answers from then on. */
export const keptRows = <Row extends { id: number }>(first: readonly Row[]) => {
  let rows = [...first]
  return {
    rows: () => rows,
    /** A page of those that match, newest first or in the order asked for. */
    page: ({ page, pageSize, sort, direction }: Query, matches: (row: Row) => boolean = () => true) => {
      const found = rows.filter(matches).sort((left, right) => {
        const step =
          sort === undefined ? right.id - left.id : compare(Reflect.get(left, sort), Reflect.get(right, sort))
        return sort !== undefined && direction === 'desc' ? -step : step
      })
      const items = found.slice((page - 1) * pageSize, page * pageSize)
      return { items, page, page_size: pageSize, total: found.length }
    },
    one: (id: number): Row => {
      const row = rows.find((each) => each.id === id)
      if (row === undefined) throw new Refusal('There is no such row')
      return row
    },
    add: (row: Row) => {
      rows = [row, ...rows]
    },
    change: (ids: readonly number[], change: Partial<Row>) => {
      rows = rows.map((row) => (ids.includes(row.id) ? { ...row, ...change } : row))
    },
    remove: (ids: readonly number[]) => {
      const before = rows.length
      rows = rows.filter(({ id }) => !ids.includes(id))
      return before - rows.length
    },
  }
}

const compare = (left: unknown, right: unknown): number =>
  typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right))
