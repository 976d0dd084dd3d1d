import { Download, ListChecks } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ChannelCard as Card } from '#contract/channel-cards.ts'
import type { ChannelRun } from '#contract/channel-upkeep.ts'
import type { Channel } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { findNames } from '../../../lib/name-search.ts'
import { useReasonText } from '../../../lib/refusal-words.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { CardSection } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { ProgressBar } from '../runs/progress-bar.tsx'
import { useCardColumns } from './card-columns.tsx'
import { cardFile } from './card-file.ts'
import { cardRows } from './card-rows.ts'
import { useChannelCard } from './use-channel-card.ts'

/** What each model of a channel can in each dialect, as it was tried last. */
export function ChannelCard({ channel }: { channel: Channel }) {
  const t = useText('cards')
  const { data, error, refetch, isBegun, ask } = useChannelCard(channel.id)
  const card = data?.card
  const say = useReasonText()
  const save = () =>
    card &&
    saveFile(cardFile(card, { t, say: (reason) => say({ reason }) }), `${t('fileName', { name: channel.name })}.csv`)
  return (
    <CardSection
      title={t('title')}
      description={t('intro')}
      aside={
        <span className="flex flex-wrap gap-2">
          {card && (
            <Button onClick={save}>
              <Download aria-hidden />
              {t('export')}
            </Button>
          )}
          <Button disabled={data === undefined || isBegun || data.plan.calls === 0} onClick={() => void ask()}>
            <ListChecks aria-hidden />
            {t('tryAll')}
          </Button>
        </span>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {error && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.run.running && <Progress run={data.run} own={channel.id} />}
        {card ? <Tries card={card} /> : data && <Empty kind="match" title={t('never')} />}
      </div>
    </CardSection>
  )
}

function Progress({ run, own }: { run: ChannelRun; own: number }) {
  const t = useText('cards')
  const { done, total, channel } = run
  const label = t(channel === own ? 'progress' : 'progressElsewhere', { done, total })
  return (
    <div className="grid gap-1.5 text-[13px]" role="status">
      {label}
      <ProgressBar done={done} total={total} label={label} />
    </div>
  )
}

const pageSize = 12

function Tries({ card }: { card: Card }) {
  const t = useText('cards')
  const format = useFormat()
  const columns = useCardColumns()
  const [query, setQuery] = useState('')
  const [page, setPage] = useState(1)
  const rows = useMemo(() => cardRows(card.tries), [card])
  const found = useMemo(() => findNames(rows, query, ({ id }) => id), [rows, query])
  const current = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)))
  return (
    <>
      <p className="text-[13px] text-muted">{t('made', { time: format.dateTime(card.made_at), name: card.made_by })}</p>
      {rows.length > pageSize && (
        <SearchInput className="sm:w-72" label={t('search')} value={query} onSearch={setQuery} />
      )}
      <DataTable
        dense
        label={t('title')}
        columns={columns}
        rows={found.slice((current - 1) * pageSize, current * pageSize)}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        empty={<Empty kind="match" title={t('none')} />}
      />
      {rows.length > pageSize && <Pager page={current} size={pageSize} total={found.length} onPage={setPage} />}
    </>
  )
}
