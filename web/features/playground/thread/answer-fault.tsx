import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '#contract/errors.ts'
import { useLanguage, useText } from '../../../lib/i18n.ts'
import { isRoot, useUser } from '../../../lib/session.ts'
import { useStore } from '../../../lib/store.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Answer, Side, Turn } from '../conversation.ts'
import { nextStepOf } from '../next-step.ts'
import { openStore } from '../workbench.ts'
import type { ThreadActions } from './thread-actions.ts'

type AnswerFaultProps = { turn: Turn; side: Side; answer: Answer; actions: ThreadActions }

/** What others are to ask the admin about is the super admin's own to do. */
const unpriced: ErrorCode = 'model_unpriced'
const internal: ErrorCode = 'internal'

/** What went wrong, in the place of the answer, and what can be done about it. */
export function AnswerFault({ turn, side, answer, actions }: AnswerFaultProps) {
  const t = useText('playground')
  const { code } = answer.fault ?? {}
  const message = useMessage(answer) ?? t('errorUnknown')
  const isOwn = isRoot(useUser())
  const isUnpriced = isOwn && code === unpriced
  const own = isUnpriced
    ? t('priceUnset', { model: answer.model })
    : isOwn && code === internal
      ? t('errorInternalHere')
      : undefined
  return (
    <Notice tone="bad">
      <p className="break-words">{own ?? message}</p>
      {code !== undefined && <p className="text-xs">{t('errorCode', { code })}</p>}
      <div className="mt-2 flex flex-wrap gap-2 text-fg">
        {isUnpriced && (
          <Link to="/price" search={{ view: 'unset' }} className={buttonClass({ size: 'sm' })}>
            {t('setPrice')}
          </Link>
        )}
        <NextStepButton turn={turn} side={side} answer={answer} actions={actions} />
      </div>
    </Notice>
  )
}

/** As the answer says it until its row does in the reader's language, which it may be in by now. */
const useMessage = ({ fault, requestId }: Answer): string | undefined => {
  const id = fault?.requestId ?? requestId
  const { data = fault?.message } = useQuery({
    queryKey: ['why an answer failed', id, fault, useLanguage()],
    queryFn: async () => fault && (await import('../../../lib/refused-call.ts')).toldByRow(fault, id),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: fault !== undefined,
  })
  return data
}

function NextStepButton({ turn, side, answer, actions }: AnswerFaultProps) {
  const t = useText('playground')
  const { payer } = useStore(openStore)
  const step = nextStepOf(answer, side, payer.kind)
  const link = buttonClass({ size: 'sm' })
  switch (step.kind) {
    case 'wallet':
      return (
        <Link to="/topup" className={link}>
          {t('goToWallet')}
        </Link>
      )
    case 'tokens':
      return (
        <Link to="/token" className={link}>
          {t('goToTokens')}
        </Link>
      )
    case 'model':
      return (
        <Button size="sm" onClick={actions.chooseModel}>
          {t('chooseAnotherModel')}
        </Button>
      )
    case 'without':
      return (
        <Button size="sm" onClick={() => actions.retryWithout(turn, side, step.parameter)}>
          {t('retryWithout', { name: t(parameterLabels[step.parameter]) })}
        </Button>
      )
    case 'retry':
      return (
        <Button size="sm" onClick={() => actions.retry(turn, side)}>
          {t('retryAnswer')}
        </Button>
      )
  }
}

const parameterLabels = {
  temperature: 'temperature',
  maxTokens: 'maxTokens',
  topP: 'topP',
  frequencyPenalty: 'frequencyPenalty',
  presencePenalty: 'presencePenalty',
  seed: 'seed',
  effort: 'effort',
  stop: 'stopWords',
} as const
