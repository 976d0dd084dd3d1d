import { ChevronLeft, ChevronRight, Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { Copy } from '../../../ui/copy.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AttachmentList } from '../attachment-list.tsx'
import type { Turn } from '../conversation.ts'
import type { ThreadActions } from './thread-actions.ts'

const EditedQuestion = lazyPart(() => import('./edited-question.tsx'), 'EditedQuestion')

type QuestionViewProps = {
  turn: Turn
  /** All of them, this one at `place`. */
  versions: readonly Turn[]
  place: number
  isBusy: boolean
  actions: ThreadActions
}

/** What was asked: it can be changed and sent again, which makes another version of all that follows. */
export const QuestionView = memo(({ turn, versions, place, isBusy, actions }: QuestionViewProps) => {
  const t = useText('playground')
  const [isEdited, setEdited] = useState(false)
  const { question } = turn
  const text = question.kind === 'text' ? question.text : question.results.map(({ content }) => content).join('\n')
  const step = (by: number, label: string, icon: React.ReactNode) => {
    const other = versions[place + by]
    return (
      <IconButton
        label={label}
        icon={icon}
        disabled={other === undefined || isBusy}
        onClick={() => other && actions.showVersion(other)}
      />
    )
  }
  if (isEdited && question.kind === 'text') {
    return (
      <Boundary loading={<Skeleton className="ml-auto h-26 w-full max-w-[85%]" />}>
        <EditedQuestion
          asked={question}
          onCancel={() => setEdited(false)}
          onSend={(next) => {
            // What could not be asked stays to be asked again.
            if (actions.edit(turn, next)) setEdited(false)
          }}
        />
      </Boundary>
    )
  }
  return (
    <article aria-label={t('question')} className="ml-auto flex max-w-[85%] flex-col items-end gap-1">
      <div className="max-w-full rounded-2xl bg-brand-soft px-3.5 py-2.5">
        {question.kind === 'text' && <AttachmentList files={question.files} />}
        <p className="break-words whitespace-pre-wrap">{text}</p>
      </div>
      <div className="-mr-1.5 flex items-center text-muted">
        {versions.length > 1 && (
          <>
            {step(-1, t('previousVersion'), <ChevronLeft />)}
            <span className="text-xs">
              <span aria-hidden>{`${place + 1}/${versions.length}`}</span>
              <span className="sr-only">{t('versionOf', { place: place + 1, count: versions.length })}</span>
            </span>
            {step(1, t('nextVersion'), <ChevronRight />)}
          </>
        )}
        <Copy text={text} label={t('copyMessage')} className="size-8" />
        {question.kind === 'text' && (
          <IconButton label={t('editMessage')} icon={<Pencil />} disabled={isBusy} onClick={() => setEdited(true)} />
        )}
      </div>
    </article>
  )
})
