import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { ApiError } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { countTrouble } from '../lib/page-trouble.ts'
import { Button } from './button.tsx'
import { Copy } from './copy.tsx'
import { OptionDoor } from './option-door.tsx'

type ErrorStateProps = {
  error: unknown
  onRetry?: (() => void) | undefined
  title?: string
  action?: string | undefined
}

/** Stands in the place of what could not be loaded, says why and offers to try again. */
export function ErrorState({ error, onRetry, title, action }: ErrorStateProps) {
  const t = useText()
  const { option, requestId } = error instanceof ApiError ? error : noApiError
  return (
    <div ref={countTrouble} role="alert" className="grid justify-items-center gap-1 px-6 py-14 text-center">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-bad-soft text-bad">
        <CircleAlert className="size-5" strokeWidth={1.6} aria-hidden />
      </span>
      <p className="font-medium">{title ?? t('errorTitle')}</p>
      <p className="max-w-[60ch] text-[13px] break-words text-muted">
        {error instanceof Error ? error.message : String(error)}
      </p>
      {requestId !== undefined && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-xs text-muted">
          {t('requestId')}
          <Copy text={requestId}>
            <code>{requestId}</code>
          </Copy>
        </p>
      )}
      {option !== undefined && <OptionDoor option={option} />}
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          {action ?? t('retry')}
        </Button>
      )}
    </div>
  )
}

const noApiError = { option: undefined, requestId: undefined }

type ErrorLineProps = { onRetry: () => void; title?: string; className?: string }

/** The same where there is room for a line: beside figures, below a control. */
export function ErrorLine({ onRetry, title, className }: ErrorLineProps) {
  const t = useText()
  return (
    <span role="alert" className={clsx('flex flex-wrap items-center gap-x-2 text-xs text-bad', className)}>
      {title ?? t('errorTitle')}
      <Button variant="link" size="inline" className="text-xs" onClick={onRetry}>
        {t('retry')}
      </Button>
    </span>
  )
}
