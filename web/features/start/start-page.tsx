import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Log } from '#contract/logs.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallStep, NoModelStep } from './call-step.tsx'
import { ConnectStep } from './connect-step.tsx'
import { currentStep, type StepName, stepNames } from './start-steps.ts'
import { StepCard } from './step-card.tsx'
import { TestStep } from './test-step.tsx'
import { TokenStep } from './token-step.tsx'
import { type Start, useStart } from './use-start.ts'

// Comes with the table of all options.
const PricesStep = lazyPart(() => import('./prices-step.tsx'), 'PricesStep')

/** From an empty installation to its first call: one step at a time, on one page. */
export function StartPage() {
  const t = useText('start')
  const format = useFormat()
  const { start, call, error, retry } = useStart()
  const current = start && currentStep(start.done)
  const [answer, setAnswer] = useState<string>()
  return (
    <div className="mx-auto grid w-full max-w-180 grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title={t('title')}
        description={start ? t('progress', { done: start.done.size, all: stepNames.length }) : '…'}
      />
      {error && (
        <Card>
          <ErrorState error={error} onRetry={retry} />
        </Card>
      )}
      {start && call && <FirstCall call={call} />}
      {!error && start === undefined && (
        <ol aria-busy className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {stepNames.map((name, index) => (
            <StepCard key={name} number={index + 1} title={t(`step.${name}`)} state="later" summary={undefined}>
              {null}
            </StepCard>
          ))}
        </ol>
      )}
      {start && (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {stepNames.map((name, index) => (
            <StepCard
              key={name}
              number={index + 1}
              title={t(`step.${name}`)}
              state={name === current ? 'current' : start.done.has(name) ? 'done' : 'later'}
              outcome={outcomeOf(name, start, answer)}
              summary={summaryOf(name, start, format)}
            >
              {name === current && bodies[name](start, setAnswer)}
            </StepCard>
          ))}
        </ol>
      )}
    </div>
  )
}

const bodies: Readonly<Record<StepName, (start: Start, onAnswer: (text: string) => void) => ReactNode>> = {
  connect: (_start, onAnswer) => <ConnectStep onAnswer={onAnswer} />,
  test: ({ channel }, onAnswer) => channel && <TestStep channel={channel} onAnswer={onAnswer} />,
  prices: ({ unpriced }) => (
    <Boundary loading={<Skeleton className="h-40 w-full" />}>
      <PricesStep models={unpriced} />
    </Boundary>
  ),
  token: () => <TokenStep />,
  call: ({ token, model, failed, channel }) =>
    token &&
    (model === undefined ? (
      <NoModelStep />
    ) : (
      <CallStep token={token} model={model} failed={failed} channelId={channel?.id} />
    )),
}

/** What came of a step that is behind, in a word. */
const summaryOf = (name: StepName, { channel, token }: Start, format: Formats): string | undefined => {
  switch (name) {
    case 'connect':
      return channel?.name
    case 'test':
      return channel && channel.response_time > 0 ? format.latency(channel.response_time) : undefined
    case 'token':
      return token?.name
    case 'prices':
    case 'call':
      return undefined
  }
}

/** And what else there is to say of it. */
const outcomeOf = (name: StepName, { unpriced }: Start, answer: string | undefined): ReactNode => {
  if (name === 'test') return answer !== undefined && <TestAnswer text={answer} />
  return name === 'prices' && unpriced.length > 0 && <Unpriced models={unpriced} />
}

function TestAnswer({ text }: { text: string }) {
  const t = useText('start')
  return text === '' ? t('answerSilent') : t('answers', { answer: text })
}

const mostNamed = 5

/** The step is behind as soon as one model can be called: the others are refused until they have a price. */
function Unpriced({ models }: { models: readonly string[] }) {
  const t = useText('start')
  const names = models.slice(0, mostNamed).join(', ')
  const more = models.length - mostNamed
  return (
    <>
      <Link to="/price" search={{ view: 'unset' }} className="underline underline-offset-2">
        {t('pricesMissing', { count: models.length })}
      </Link>
      {': '}
      {more > 0 ? t('namesAndMore', { names, count: more }) : names}
    </>
  )
}

/** It has happened: what it was, and where to go from here. */
function FirstCall({ call }: { call: Log }) {
  const t = useText('start')
  const format = useFormat()
  return (
    <Card className="grid gap-3 border-ok/40 p-5">
      <div role="status">
        <h2 className="text-[15px] font-semibold">{t('calledTitle')}</h2>
        <p className="text-[13px] text-muted">
          {t('calledText', {
            model: call.model_name,
            tokens: format.number(call.prompt_tokens + call.completion_tokens),
            cost: format.cost(call.quota),
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/log"
          search={{ request_id: call.request_id ?? undefined }}
          className={buttonClass({ variant: 'primary' })}
        >
          {t('seeCall')}
        </Link>
        <Link to="/detail" className={buttonClass()}>
          {t('seeDashboard')}
        </Link>
        <Link to="/user" className={buttonClass()}>
          {t('addUsers')}
        </Link>
      </div>
    </Card>
  )
}
