import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { eachColumn } from './channel-field-parts.ts'
import { isReason, reasonMessage } from './error-reasons.ts'
import { contract } from './index.ts'
import { reasonOfIssue } from './issue-reasons.ts'
import { optionTable } from './options.ts'

/** A part of a schema, as far as it is looked at here. */
type Part = { _zod: { def: Record<string, unknown> } }
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && '_zod' in value

/** The rules of a schema and of what is in it; what is caught is never told to anybody. */
const rulesOf = (schema: Part, seen = new Set<Part>()): Record<string, unknown>[] => {
  const { def } = schema._zod
  if (seen.has(schema) || def.type === 'catch') return []
  seen.add(schema)
  const checks = Array.isArray(def.checks) ? def.checks.filter(isPart) : []
  const inner = Object.values(def).flatMap((value) =>
    [value].flat().flatMap((each) => {
      if (isPart(each)) return [each]
      return typeof each === 'object' && each !== null ? Object.values(each).filter(isPart) : []
    }),
  )
  return [...checks.map((check) => check._zod.def), ...inner.flatMap((part) => rulesOf(part, seen))]
}

/** A pattern, or a rule of our own: only who wrote it knows what would be right. */
const isOwn = ({ check, format }: Record<string, unknown>): boolean =>
  check === 'custom' || (check === 'string_format' && format === 'regex')

const namedBy = ({ error }: Record<string, unknown>): unknown => (typeof error === 'function' ? error({}) : undefined)

const schemas: [string, unknown][] = [
  ...Object.values(contract).flatMap((calls) =>
    Object.values(calls).flatMap(
      ({ method, path, query, body }: { method: string; path: string; query?: unknown; body?: unknown }) =>
        [query, body].map((schema): [string, unknown] => [`${method} ${path}`, schema]),
    ),
  ),
  ...Object.entries(optionTable).map(([key, { schema }]): [string, unknown] => [key, schema]),
  ...eachColumn.flatMap(([name, column]) =>
    [column.sent, 'shape' in column ? column.shape : undefined].map((schema): [string, unknown] => [name, schema]),
  ),
]

it('Whatever a text is refused for by a rule of ours says what would be right', () => {
  const unnamed = schemas.flatMap(([name, schema]) =>
    isPart(schema) && rulesOf(schema).some((rule) => isOwn(rule) && !isReason(String(namedBy(rule)))) ? [name] : [],
  )
  expect(schemas.length).toBeGreaterThan(300)
  expect(unnamed).toEqual([])
})

it.each<[z.ZodMiniType, unknown, string, string]>([
  [z.string(), 5, 'must be text in quotation marks', '必须为带引号的文本'],
  [z.number(), 'x', 'must be a number', '请输入数字'],
  [z.int(), 1.5, 'must be a whole number', '必须为整数'],
  [z.boolean(), 1, 'must be true or false', '必须为 true 或 false'],
  [z.array(z.int()), {}, 'must be a JSON list', '必须是 JSON 数组'],
  [z.object({}), [], 'must be a JSON object', '必须是 JSON 对象'],
  [z.array(z.int()).check(z.maxLength(2)), [1, 2, 3], 'at most 2 entries', '最多 2 项'],
  [z.array(z.int()).check(z.minLength(1)), [], 'at least 1 entry', '至少 1 项'],
  [z.string().check(z.maxLength(1)), 'ab', 'at most 1 character', '最多 1 个字符'],
  [z.enum(['csv', 'jsonl']), 'xml', 'must be one of csv, jsonl', '只能是 csv, jsonl'],
  [z.literal(true), false, 'must be true', '只能是 true'],
  [
    z.union([z.literal(''), z.string().check(z.regex(/@/, 'not_mail_address'))]),
    'x',
    'not an email address',
    '不是有效的邮箱地址',
  ],
  [z.union([z.int(), z.string().check(z.maxLength(1))]), 'ab', 'at most 1 character', '最多 1 个字符'],
])('A reason says what would be right: %#', (schema, value, english, chinese) => {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (issue === undefined) throw new Error('it was to be refused')
  const told = reasonOfIssue(issue)
  expect([reasonMessage('en', told), reasonMessage('zh', told)]).toEqual([english, chinese])
})
