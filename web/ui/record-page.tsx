import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Children, type ReactNode, useState } from 'react'
import type { Offer } from '../lib/actions.ts'
import { useText } from '../lib/i18n.ts'
import type { RecordSource } from '../lib/list-rows.ts'
import { usePageName } from '../lib/page-name.ts'
import { usePageQuery } from '../lib/page-query.ts'
import { isRefused, tellsRefusal } from '../lib/query.ts'
import { useShownRows } from '../lib/shown-rows.ts'
import { Boundary } from './boundary.tsx'
import { buttonClass } from './button.tsx'
import { Card, CardSection } from './card.tsx'
import { LoadingChart } from './charts/loading-chart.tsx'
import { Empty } from './empty.tsx'
import { ErrorState } from './error-state.tsx'
import { LoadingFacts } from './facts.tsx'
import { OfferButtons } from './offer-buttons.tsx'
import { PageHeader } from './page-header.tsx'
import { Skeleton } from './skeleton.tsx'
import { useCommands } from './use-commands.ts'

type RecordPageProps<Row> = {
  source: RecordSource<Row>
  id: string
  /** The address of the list it stands in. */
  list: string
  name: (row: Row) => string
  /** `onGone` is told when one of them deleted it. */
  offers: (row: Row, onGone: () => void) => readonly Offer[]
  children: (row: Row) => ReactNode
  /** Below its head and figures: what comes later, each alone. */
  below?: (row: Row) => ReactNode
}

/** The page of one record: its name, what can be done with it, and what is known of it. */
export function RecordPage<Row>({ source, id, list, ...props }: RecordPageProps<Row>) {
  const t = useText('lists')
  const select = useShownRows(source.endpoint)
  const { data, error, refetch } = usePageQuery({ ...source.one(id), select, retry: false, meta: tellsRefusal })
  const navigate = useNavigate()
  const [isLeft, setLeft] = useState(false)
  // Whoever deleted it knows that it is gone, and goes on in the list; what is shown stays until that is there.
  const leave = () => {
    setLeft(true)
    void navigate({ to: list, replace: true })
  }
  const back = (
    <Link to={list} className={buttonClass({ variant: 'outline' })}>
      <ArrowLeft aria-hidden />
      {t('backToList')}
    </Link>
  )
  if (error && isRefused(error) && !isLeft) {
    return (
      <Unnamed title={t('recordGone')} back={back}>
        <Empty kind="match" title={t('recordGoneHint')} />
      </Unnamed>
    )
  }
  if (error && data === undefined) {
    return (
      <Unnamed title={`#${id}`} back={back}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Unnamed>
    )
  }
  if (data === undefined) return <RecordLoading back={back} />
  return <ShownRecord row={data} back={back} onGone={leave} {...props} />
}

/** Where its name, what can be done with it and what is known of it will be; the way back is there at once. */
function RecordLoading({ back }: { back: ReactNode }) {
  return (
    <div aria-busy className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center justify-between gap-4">
        <Skeleton className="h-7 w-44 max-w-full" />
        {back}
      </div>
      <div className="flex flex-wrap gap-2">
        {buttonsDrawn.map((width) => (
          <Skeleton key={width} className={`h-7 pointer-coarse:h-9 ${width}`} />
        ))}
      </div>
      <Card className="p-5">
        <LoadingFacts />
      </Card>
      <LoadingPart />
      <LoadingPart />
    </div>
  )
}

/** As high as the use of the last days, which is the first of them; the others are below what is seen. */
function LoadingPart() {
  return (
    <CardSection title={<Skeleton className="h-5.5 w-40" />} description={'\u00a0'}>
      <LoadingChart />
    </CardSection>
  )
}

const buttonsDrawn = ['w-16', 'w-20', 'w-24']

/** In place of a record of which nothing is known. */
function Unnamed({ title, back, children }: { title: string; back: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeader title={title} actions={back} />
      <Card>{children}</Card>
    </div>
  )
}

type ShownRecordProps<Row> = Pick<RecordPageProps<Row>, 'name' | 'offers' | 'children' | 'below'> & {
  row: Row
  back: ReactNode
  onGone: () => void
}

function ShownRecord<Row>({ row, back, onGone, name, offers, children, below }: ShownRecordProps<Row>) {
  const own = offers(row, onGone)
  const title = name(row)
  useCommands(own, title)
  usePageName(title)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeader title={title} actions={back} />
      <OfferButtons offers={own} />
      <Card className="grid gap-5 p-5">{children(row)}</Card>
      {Children.map(below?.(row), (part) => (
        <Boundary loading={<LoadingPart />}>{part}</Boundary>
      ))}
    </div>
  )
}
