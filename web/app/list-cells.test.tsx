import { cleanup } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { auditList } from '../features/audit/audit-list.tsx'
import { batchList } from '../features/batches/batch-list.tsx'
import { channelList } from '../features/channels/list/channel-list.tsx'
import { drawingList } from '../features/drawings/drawing-list.tsx'
import { logList } from '../features/logs/log-list.tsx'
import { pricingList } from '../features/pricing/pricing-list.tsx'
import { shownModels } from '../features/pricing/shown-models.ts'
import { batchList as codeBatchList } from '../features/redemptions/batch-list.tsx'
import { redemptionList } from '../features/redemptions/redemption-list.tsx'
import { songList } from '../features/songs/song-list.tsx'
import { tokenList } from '../features/tokens/token-list.tsx'
import { userList } from '../features/users/user-list.tsx'
import { videoList } from '../features/videos/video-list.tsx'
import type { PlainValue } from '../lib/csv.ts'
import { useFormat } from '../lib/format.ts'
import { type Area, useText, type WordKey, wordOf } from '../lib/i18n.ts'
import type { Filters } from '../lib/list-filters.ts'
import { rememberUser } from '../lib/session.ts'
import { answerCalls } from '../testing/answer-calls.ts'
import { answersBeside } from '../testing/channels-page.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { sampleChannel } from '../testing/sample-channel.ts'
import { sampleLog } from '../testing/sample-log.ts'
import { sampleUser } from '../testing/sample-user.ts'
import { sampleToken } from '../testing/token-server.ts'
import { Boundary } from '../ui/boundary.tsx'
import type { ListDefinition } from '../ui/list/list-definition.ts'
import { RowRecord } from '../ui/list/list-peek-overlay.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

type Sampled = {
  area: Area
  columns: readonly { plain?: unknown; plainParts?: unknown }[]
  draw: () => ReactNode
  /** Each beside all its cells. */
  drawOpened: () => ReactNode
}

/** A list with rows that show its words. */
const sampled = <Row, A extends Area, F extends Filters<WordKey<A>>, Tools>(
  list: ListDefinition<Row, A, F, Tools>,
  ...rows: Row[]
): Sampled => ({
  ...list,
  draw: () => rows.map((row) => <RowOf key={JSON.stringify(row)} list={list} row={row} />),
  drawOpened: () => rows.map((row) => <OpenedRow key={JSON.stringify(row)} list={list} row={row} />),
})

/** A row that is looked into, below its name, and its cells as the table has them. */
function OpenedRow<Row, A extends Area, F extends Filters<WordKey<A>>, Tools>(props: {
  list: ListDefinition<Row, A, F, Tools>
  row: Row
}) {
  const { list, row } = props
  const t = useText(list.area)
  const format = useFormat()
  const columns = list.columns.map(({ sorts: _sorts, ...column }) => ({
    ...{ ...column, label: wordOf(t, column.label), inFile: [] },
  }))
  return (
    <section>
      {columns.map(({ id, cell }) => (
        <div key={id} data-column={id}>
          {cell(row)}
        </div>
      ))}
      <div data-opened>
        {list.rowName(row, t, format)}
        <Boundary>
          <RowRecord row={row} columns={columns} peek={list.peek} />
        </Boundary>
      </div>
    </section>
  )
}

/** Every cell of a row, and beside it what a file says of it. */
function RowOf<Row, A extends Area, F extends Filters<WordKey<A>>, Tools>(props: {
  list: ListDefinition<Row, A, F, Tools>
  row: Row
}) {
  const t = useText(props.list.area)
  const format = useFormat()
  return props.list.columns.flatMap(({ id, plain, plainParts, cell }) =>
    (plainParts ?? (plain ? [{ label: id, plain }] : [])).map(({ label, plain }) => (
      <div key={label} data-column={label} data-plain={JSON.stringify(plain(props.row, t, format))}>
        {cell(props.row)}
      </div>
    )),
  )
}

const at = 1_700_000_000
const work = { status: 'SUCCESS', progress: '100%', fail_reason: 'too long', submit_time: at, finish_time: at + 20 }
const made = { id: 1, quota: 1, media: [], created_at: at, start_time: at, user_id: 7, channel_id: 3 }
const drawing = {
  ...{ ...made, ...work, mj_id: '4711', code: 21, action: 'IMAGINE', prompt: 'a cat', prompt_en: 'cat' },
  ...{ description: '', state: '', image_url: '', buttons: '', properties: '' },
  ...{ submit_time: at * 1000, finish_time: (at + 20) * 1000 },
}
const batch = {
  ...{
    ...made,
    ...work,
    task_id: 'batch-1',
    platform: 'openai',
    mark: '',
    model: 'large',
    token_name: 'main',
    username: 'anna',
  },
  ...{ lines: 9, answered: 4, failed: 0, estimate: 1, held: 1, charged: 1, request_id: '', results: '' },
}
const code = {
  ...{ id: 5, name: 'spring', key: 'abcdef', status: 1, quota: 9, is_gift: false, max_uses: 1, used_count: 0 },
  ...{ used_user_id: 4, valid_from: 0, valid_until: 0, created_time: at, redeemed_time: 0 },
}

const priced = {
  ...{ model_name: 'large', quota_type: 0 as const, model_ratio: 1.5, model_price: 0, owner_by: '', mark: '' },
  ...{
    completion_ratio: 4,
    cache_ratio: 0.5,
    cache_creation_ratio: 1,
    cache_creation_hour_ratio: 1,
    image_ratio: 1,
    image_completion_ratio: 1,
    audio_ratio: 1,
    audio_completion_ratio: 1,
  },
  ...{ price_steps: [], priced: true, enable_groups: ['default', 'vip'], supported_endpoint_types: [] },
}
const models = shownModels(
  {
    ...{ group_ratio: { default: 1, vip: 0.5 }, usable_group: {}, supported_endpoint: {}, accepts_unpriced: false },
    models: [
      priced,
      { ...priced, model_name: 'fixed', quota_type: 1, model_price: 0.25, enable_groups: ['vip'] },
      { ...priced, model_name: 'free for all', priced: false },
    ],
  },
  { group: 'vip' },
  'default',
)

const balance = { balance: 12.5, balance_updated_time: at }

const lists: readonly Sampled[] = [
  sampled(userList, sampleUser({ role: 10, status: 2, email: 'a@b.example', aff_count: 2 })),
  sampled(tokenList, sampleToken({ group: '', unlimited_quota: true, expired_time: -1 }), sampleToken({ status: 2 })),
  sampled(
    channelList,
    sampleChannel({ tag: 'east', ...balance }),
    sampleChannel({ type: 40, status: 3, response_time: 0, ...balance }),
  ),
  sampled(redemptionList, code, { ...code, is_gift: true, status: 3 }),
  sampled(codeBatchList, {
    ...{ id: 5, name: 'spring', created_time: at, creator_id: 1, creator_name: 'anna', quota: 9 },
    ...{ count: 10, used: 1, disabled: 2, expired: 3, remaining: 4 },
  }),
  sampled(songList, { ...made, ...work, task_id: 'song-1', platform: 'suno', action: 'LYRICS', data: '{}' }),
  sampled(videoList, {
    ...{ ...made, ...work, task_id: 'video-1', platform: 'openai', action: 'REMIX', model: 'film', prompt: 'a dog' },
    ...{ seconds: 8, size: '1280x720', mark: '' },
  }),
  sampled(drawingList, drawing),
  sampled(batchList, batch, { ...batch, channel_id: 0 }),
  sampled(pricingList, ...models),
  sampled(auditList, {
    ...{ id: 1, created_at: at, actor_id: 1, actor_name: 'root', action: 'user.disable', target: 'user:7' },
    ...{ before: '{"status":1}', after: '{"status":2}', address: '127.0.0.1' },
  }),
]

/** What is read on the screen, in cells and in fields, and at a button of what else there is. */
const readIn = (cell: Element) =>
  [
    cell.textContent,
    ...[...cell.querySelectorAll('input')].map(({ value }) => value),
    ...[...cell.querySelectorAll('button[aria-label^="+"]')].map((button) => button.getAttribute('aria-label')),
  ].join(' ')

/** The words that the server knows. */
const labels = new Map([
  ['1', 'First'],
  ['40', 'Second'],
])

const isSaid = (value: PlainValue, shown: string): boolean => {
  if (typeof value === 'string') return value.split(',').every((part) => shown.includes(part.trim()))
  if (typeof value === 'number') return (shown.match(/[\d.]+/g) ?? []).some((each) => Number(each) === value)
  return value === undefined || !('choice' in value) || shown.includes(labels.get(value.choice) ?? value.choice)
}

it('Every list writes into its file the words that its cells show, and no number in their place', async () => {
  for (const { area, draw } of lists) {
    answerCalls(answersBeside)
    const { container } = await renderPage(draw(), { areas: [area, 'audit', 'logs'] })
    const strange = () =>
      [...container.querySelectorAll<HTMLElement>('[data-column]')].flatMap((cell) => {
        const plain = cell.dataset.plain === undefined ? undefined : JSON.parse(cell.dataset.plain)
        return isSaid(plain, readIn(cell))
          ? []
          : `${area} ${cell.dataset.column}: ${cell.dataset.plain}, ${readIn(cell)}`
      })
    await vi.waitFor(() => expect(strange()).toEqual([]))
    cleanup()
  }
})

it('What is opened of a row tells at least what its columns do, which a phone has no table for', async () => {
  for (const { area, drawOpened } of [...lists, sampled(logList, sampleLog())]) {
    answerCalls(answersBeside)
    const { container } = await renderPage(drawOpened(), { areas: [area, 'audit', 'logs'] })
    const untold = () =>
      [...container.querySelectorAll('section:has(> [data-opened])')].flatMap((section) => {
        const opened = wordsOf(section.querySelector('[data-opened]'))
        return [...section.querySelectorAll<HTMLElement>(':scope > [data-column]')].flatMap((cell) =>
          wordsOf(cell).every((word) => opened.includes(word))
            ? []
            : `${area} ${cell.dataset.column}: ${wordsOf(cell)}, ${opened}`,
        )
      })
    await vi.waitFor(() => expect([container.querySelector('[data-opened]') !== null, untold()]).toEqual([true, []]))
    cleanup()
  }
})

/** What is read in it, and has been typed into it. */
const wordsOf = (part: Element | null): string[] =>
  [...(part === null ? [] : [part]), ...(part?.querySelectorAll('*') ?? [])]
    .flatMap((each) => [
      ...[...each.childNodes].flatMap((node) => (node instanceof Text ? node.data : [])),
      each instanceof HTMLInputElement ? each.value : '',
    ])
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

it('No list with a file is left out of this', async () => {
  const modules = import.meta.glob<Record<string, unknown>>('../features/**/*-list.tsx', { eager: true })
  const definitions = Object.values(modules).flatMap((module) => Object.values(module).filter(isList))
  const withFile = definitions.filter(({ columns }) =>
    columns.some(({ plain, plainParts }) => plain !== undefined || plainParts !== undefined),
  )
  const known = new Set(lists.flatMap(({ columns }) => columns))
  expect(withFile.length).toBeGreaterThan(10)
  expect(withFile.filter(({ columns }) => !columns.every((column) => known.has(column)))).toEqual([])
})

const isList = (value: unknown): value is Pick<Sampled, 'columns'> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'rowName' in value
