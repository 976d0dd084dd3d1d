import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { paceOf } from '../answer-events.ts'
import type { Answer } from '../conversation.ts'

/** Which model it was, how fast, and what it took: only what is known of it. */
export function FiguresLine({ answer }: { answer: Answer }) {
  const t = useText('playground')
  const format = useFormat()
  const { first, speed } = paceOf(answer)
  const { usage, cost, isEstimated } = answer
  const facts = [
    first !== undefined && { id: 'first', text: t('firstWord', { time: format.latency(first * 1000) }) },
    speed !== undefined && { id: 'speed', text: t('speed', { count: format.number(Math.round(speed * 10) / 10) }) },
    usage !== undefined && {
      id: 'tokens',
      text: t('tokensUsed', { input: format.number(usage.input), output: format.number(usage.output) }),
    },
    isEstimated === true && { id: 'estimated', text: t('tokensCounted') },
    cost !== undefined && { id: 'cost', text: format.cost(cost) },
  ].filter((fact) => fact !== false)
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-3 text-xs text-muted">
      <li className="max-w-full truncate font-medium text-fg">{answer.model}</li>
      {facts.map(({ id, text }) => (
        <li key={id} className="whitespace-nowrap">
          {text}
        </li>
      ))}
    </ul>
  )
}
