import { GitBranch, RotateCcw } from 'lucide-react'
import { memo } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { Copy } from '../../../ui/copy.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Answer, Side, Turn } from '../conversation.ts'
import { AnswerText, preloadAnswerText } from './answer-text.tsx'
import { FiguresLine } from './figures-line.tsx'
import { Reasoning } from './reasoning.tsx'
import type { ThreadActions } from './thread-actions.ts'
import { ToolCalls } from './tool-calls.tsx'

const AnswerFault = lazyPart(() => import('./answer-fault.tsx'), 'AnswerFault')

/** Asked for once the page stands: it is here with the first word, and when the network is gone. */
export const preloadAnswer = async (): Promise<void> => {
  await Promise.all([preloadAnswerText(), AnswerFault.preload()])
}

type AnswerViewProps = {
  turn: Turn
  side: Side
  answer: Answer
  /** Its calls wait for results. */
  isOpen: boolean
  isBusy: boolean
  actions: ThreadActions
}

/** What one model answered, with its figures below. */
export const AnswerView = memo(({ turn, side, answer, isOpen, isBusy, actions }: AnswerViewProps) => {
  const t = useText('playground')
  const isGrowing = answer.state === 'loading' || answer.state === 'incomplete'
  const isEmpty = answer.text === '' && answer.toolCalls.length === 0
  return (
    <article aria-label={t('answerOf', { model: answer.model })} className="flex min-w-0 flex-col gap-2">
      <Reasoning answer={answer} />
      {answer.text !== '' && <AnswerText text={answer.text} />}
      {isGrowing && answer.text === '' && <p className="text-muted">{t(waitingFor(answer))}</p>}
      {answer.state === 'complete' && isEmpty && <p className="text-muted">{t('emptyAnswer')}</p>}
      {answer.state === 'stopped' && <p className="text-xs text-muted">{t('stopped')}</p>}
      <ToolCalls
        calls={answer.toolCalls}
        onResults={isOpen && !isBusy ? (results) => actions.giveResults(side, results) : undefined}
      />
      {answer.state === 'error' && (
        <Boundary loading={<div className="h-10" />}>
          <AnswerFault turn={turn} side={side} answer={answer} actions={actions} />
        </Boundary>
      )}
      {!isGrowing && (
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <FiguresLine answer={answer} />
          <div className="-ml-1.5 flex items-center text-muted">
            {answer.text !== '' && <Copy text={answer.text} label={t('copyAnswer')} className="size-8" />}
            {answer.state !== 'error' && (
              <IconButton
                label={t('retryAnswer')}
                icon={<RotateCcw />}
                disabled={isBusy}
                onClick={() => actions.retry(turn, side)}
              />
            )}
            <IconButton
              label={t('branch')}
              icon={<GitBranch />}
              disabled={isBusy}
              onClick={() => actions.branch(turn)}
            />
          </div>
        </div>
      )}
    </article>
  )
})

const waitingFor = ({ state, reasoning }: Answer) =>
  state === 'loading' ? 'waiting' : reasoning === '' ? 'answering' : 'thinking'
