import clsx from 'clsx'
import { ArrowDown, FlaskConical } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { type Answer, type Conversation, openCalls, pathOf, versionsOf } from '../conversation.ts'
import { AnswerView } from './answer-view.tsx'
import { QuestionView } from './question-view.tsx'
import type { ThreadActions } from './thread-actions.ts'

type ThreadProps = { whole: Conversation; isRunning: boolean; actions: ThreadActions }

/** So near to its end a thread goes on showing what is new. */
const nearPixels = 80

/** The questions with the answers of each side beside each other. */
export function Thread({ whole, isRunning, actions }: ThreadProps) {
  const t = useText('playground')
  const path = pathOf(whole)
  const { frame, isAway, onScroll, follow } = useFollowing(whole)
  const isWide = whole.sides.length > 1
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={frame}
        aria-label={t('thread')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div className={clsx('mx-auto grid gap-6 px-4 py-6', isWide ? 'max-w-[1400px]' : 'max-w-[760px]')}>
          {path.length === 0 && <Beginning />}
          {path.map((turn) => (
            <div key={turn.id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
              <QuestionView turn={turn} {...versionsOf(whole, turn)} isBusy={isRunning} actions={actions} />
              <div
                className={clsx(
                  'grid gap-4',
                  isWide ? 'auto-cols-[minmax(17rem,1fr)] grid-flow-col overflow-x-auto' : 'grid-cols-[minmax(0,1fr)]',
                )}
              >
                {whole.sides.map((side) => {
                  const answer = turn.answers[side.id]
                  if (answer === undefined) return null
                  const view = (
                    <AnswerView
                      key={side.id}
                      turn={turn}
                      side={side}
                      answer={answer}
                      isOpen={turn === path.at(-1) && openCalls(whole, side.id).length > 0}
                      isBusy={isRunning}
                      actions={actions}
                    />
                  )
                  return isWide ? (
                    <div key={side.id} className="flex min-w-0 flex-col rounded-xl border bg-card p-4 *:flex-1">
                      {view}
                    </div>
                  ) : (
                    view
                  )
                })}
              </div>
            </div>
          ))}
        </div>
      </section>
      {isAway && (
        <Button size="sm" onClick={follow} className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full!">
          <ArrowDown aria-hidden />
          {t('jumpToLatest')}
        </Button>
      )}
      <Progress isRunning={isRunning} states={Object.values(path.at(-1)?.answers ?? {}).map(({ state }) => state)} />
    </div>
  )
}

function Beginning() {
  const t = useText('playground')
  return (
    <div className="grid justify-items-center gap-1 py-16 text-center">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <FlaskConical className="size-5" strokeWidth={1.6} aria-hidden />
      </span>
      <h2 className="font-medium">{t('startTitle')}</h2>
      <p className="max-w-[46ch] text-[13px] text-muted">{t('startHint')}</p>
    </div>
  )
}

/** Says when models begin and how they have ended, to who does not see it; not every word. */
function Progress({ isRunning, states }: { isRunning: boolean; states: readonly Answer['state'][] }) {
  const t = useText('playground')
  const [said, setSaid] = useState('')
  const wasRunning = useRef(false)
  const end = states.includes('stopped') ? 'stopped' : states.includes('error') ? 'answerFailed' : 'answered'
  useEffect(() => {
    if (isRunning) setSaid(t('answering'))
    else if (wasRunning.current) setSaid(t(end))
    wasRunning.current = isRunning
  }, [isRunning, end, t])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

/** Stays at the end of what grows, until somebody scrolls up to read. */
const useFollowing = (whole: Conversation) => {
  const frame = useRef<HTMLElement>(null)
  const follows = useRef(true)
  const [isAway, setAway] = useState(false)
  const count = whole.turns.length
  const before = useRef({ id: whole.id, count })
  useLayoutEffect(() => {
    // A new question, or another conversation, is what one wants to see.
    if (before.current.id !== whole.id || before.current.count !== count) follows.current = true
    before.current = { id: whole.id, count }
    if (follows.current && frame.current) frame.current.scrollTop = frame.current.scrollHeight
  })
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = frame.current ?? {}
    follows.current = scrollHeight - scrollTop - clientHeight < nearPixels
    setAway(!follows.current)
  }
  const follow = () => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight
    frame.current?.focus({ preventScroll: true })
  }
  return { frame, isAway, onScroll, follow }
}
