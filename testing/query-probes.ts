export type Schema = {
  required?: string[]
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
}
/** What is tried on servers that build their queries of text, and what trips those that read it carelessly. */
export const probes: readonly string[] = [
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  "''",
  ';',
  '--',
  '#',
  '/*',
  '*/',
  ')',
  "')",
  "'))",
  "' or '1'='1",
  "' or 1=1 --",
  "' or 1=1#",
  '" or ""="',
  '1 or 1=1',
  '1) or (1=1',
  '1)) or ((1=1',
  "admin'--",
  "admin' or '1'='1'/*",
  "' and 1=2 --",
  "' and sleep(5) --",
  "'; select pg_sleep(5); --",
  '1; select pg_sleep(5)',
  "'||pg_sleep(5)||'",
  "' union select null --",
  "' union select 1,2,3,4,5,6,7,8 --",
  "' union all select password from users --",
  "'; drop table users; --",
  '1; drop table tokens',
  "'; delete from channels; --",
  "'; update users set role=100; --",
  "x'; insert into users(username) values('evil'); --",
  "'||(select password from users limit 1)||'",
  "' and substr((select password from users),1,1)='a",
  "' and exists(select 1 from users) --",
  "' and randomblob(1000000000) --",
  "' order by 100 --",
  'id desc; --',
  'id,(select 1)',
  '$1',
  '?',
  ':id',
  '@@version',
  '%',
  '_',
  '%_%_%',
  '%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  '\r\n',
  '＇ or 1=1',
  'ʼ or 1=1',
  '{{7*7}}',
  '<%= 7*7 %>',
  '__proto__',
  'constructor',
]

/** What fields hold beside the one that is tried, so that more is done than the reading of input. */
const usual: Readonly<Record<string, unknown>> = {
  key: 'SystemName',
  name: 'probe',
  models: 'probe-model',
  group: 'default',
  base_url: 'http://127.0.0.1:9',
  password: 'stone-river-1',
  confirmPassword: 'stone-river-1',
  type: 1,
  count: 1,
  tag: 'probe',
  quota: 1,
}

/** The ways to every value within that is not made of others, as names joined by dots. */
export const places = (schema: Schema, isMeant: (leaf: Schema) => boolean, place = ''): string[] => {
  const shapes = schema.anyOf ?? [schema]
  const found = shapes.flatMap((shape) => {
    if (shape.type === 'array') return places(shape.items ?? {}, isMeant, `${place}.*`)
    if (shape.type !== 'object') return isMeant(shape) ? [place] : []
    return Object.entries(shape.properties ?? {}).flatMap(([name, each]) => places(each, isMeant, `${place}.${name}`))
  })
  return [...new Set(found)]
}

export const textPlaces = (schema: Schema): string[] => places(schema, ({ type }) => type === 'string')

/**
 * A body of the shape with a value in one place and little else: what must be there, and what is usual, but for what the
 * call only takes as it is.
 */
export const exampleOf = (
  schema: Schema,
  place: string,
  value: unknown,
  id: number,
  fixed: readonly string[] = [],
): object => {
  const most = Object.entries({ ...usual, id, ids: [id] }).filter(([name]) => !fixed.includes(name))
  const usualOrId: Readonly<Record<string, unknown>> = Object.fromEntries(most)

  const partOf = (part: Schema, at: string): unknown => {
    if (at === place) return value
    const shape = part.anyOf?.find((each) => places(each, () => true, at).includes(place)) ?? part.anyOf?.[0] ?? part
    if (shape.type === 'array') return [partOf(shape.items ?? {}, `${at}.*`)]
    if (shape.type === 'object') return membersOf(shape, at)
    const name = at.slice(at.lastIndexOf('.') + 1)
    if (shape.enum !== undefined) return shape.enum[0]
    if (name in usualOrId) return usualOrId[name]
    if (shape.type === 'boolean') return false
    return shape.type === 'string' ? `probe-${String(value).length}` : 1
  }

  const membersOf = ({ properties = {}, required = [] }: Schema, at: string): object =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, member]) => {
        const next = `${at}.${name}`
        const isOnTheWay = place === next || place.startsWith(`${next}.`)
        return isOnTheWay || required.includes(name) || name in usualOrId ? [[name, partOf(member, next)]] : []
      }),
    )

  return membersOf(schema, '')
}
