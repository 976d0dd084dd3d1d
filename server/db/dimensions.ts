type Dimension = {
  column: string
  of: 'number' | 'text'
  /** The field of a settlement it is written from. The type has none: whatever settles is a call. */
  settled?: string
  /** Rows that no call wrote have zero or nothing there. */
  ofCalls?: true
  /** Hours are added up by it for everybody, alone and together with the others of this kind. */
  total?: true
  /** Whoever makes a call chooses the text. */
  free?: true
  /** Which users ever had such a name is written down, and rows are looked for among theirs. */
  named?: true
}

/**
 * What log rows are added up by and lists narrowed by, a row each: the key of hours and days, what settlements write,
 * the kinds of totals and the filters are all made from it. Another one takes a row here and a migration
 * (logs/README.md). Names are part of the key, so that sums by name stay exact when a user or token is renamed.
 */
export const dimensions = [
  { column: 'user_id', of: 'number', settled: 'userId' },
  { column: 'type', of: 'number' },
  { column: 'token_id', of: 'number', settled: 'tokenId', ofCalls: true },
  { column: 'channel', of: 'number', settled: 'channelId', ofCalls: true, total: true },
  { column: 'model_name', of: 'text', settled: 'modelName', ofCalls: true, total: true, free: true },
  { column: 'group', of: 'text', settled: 'group', ofCalls: true, total: true },
  { column: 'username', of: 'text', settled: 'username', named: true },
  { column: 'token_name', of: 'text', settled: 'tokenName', ofCalls: true, named: true },
] as const satisfies readonly Dimension[]

type Known = (typeof dimensions)[number]
type Settled = Extract<Known, { settled: string }>
type ValueOf<D extends Dimension> = D['of'] extends 'number' ? number : string

export type Column = Known['column']

/** What a log row or a sum has of them. */
export type ColumnValues = { [D in Known as D['column']]: ValueOf<D> }

/** What only calls have of them. */
export type CallValues = { [D in Extract<Known, { ofCalls: true }> as D['column']]: ValueOf<D> }

/** What a settlement has of them. */
export type SettledValues = { [D in Settled as D['settled']]: ValueOf<D> }

export type SettledNumber = Extract<Settled, { of: 'number' }>['settled']
export type SettledText = Extract<Settled, { of: 'text' }>['settled']
