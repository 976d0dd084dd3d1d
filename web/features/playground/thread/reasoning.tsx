import { Brain } from 'lucide-react'
import { useText } from '../../../lib/i18n.ts'
import type { Answer } from '../conversation.ts'
import { AnswerText } from './answer-text.tsx'

/** What a model thought before it spoke, folded. */
export function Reasoning({ answer }: { answer: Answer }) {
  const t = useText('playground')
  if (answer.reasoning === '') return null
  const isThinking = answer.state === 'incomplete' && answer.text === ''
  return (
    <details className="mb-2 rounded-lg border text-[13px]">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-lg px-3 text-muted hover:bg-hover">
        <Brain className="size-4 shrink-0" strokeWidth={1.8} aria-hidden />
        {isThinking ? t('thinking') : t('reasoning')}
      </summary>
      <div className="border-t px-3 py-2 text-muted">
        <AnswerText text={answer.reasoning} />
      </div>
    </details>
  )
}
