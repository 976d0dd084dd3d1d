import { Component, type ReactNode, Suspense } from 'react'
import { commonText } from '../lib/i18n.ts'
import { PartMissing } from '../lib/lazy-part.tsx'
import { notify } from '../lib/notify.ts'
import { reloadFor } from '../lib/served-build.ts'
import { isSomethingTyped } from '../lib/typed-text.ts'
import { ErrorState } from './error-state.tsx'

type BoundaryProps = {
  children: ReactNode
  /** What stands there until its code has come. */
  loading?: ReactNode
  /** Of what goes away when it fails, and says why in a message; without, the failure stands in its place. */
  onClose?: () => void
}

type State = { error: unknown; hasFailed: boolean }

const whole: State = { error: undefined, hasFailed: false }

/** Around whatever comes later or may fail alone: the rest of the page goes on. */
export class Boundary extends Component<BoundaryProps, State> {
  override state = whole

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    const { onClose } = this.props
    if (onClose === undefined) return
    tell(error)
    onClose()
    this.#begin()
  }

  override render(): ReactNode {
    const { loading, children, onClose } = this.props
    const { error, hasFailed } = this.state
    if (!hasFailed) return <Suspense fallback={loading}>{children}</Suspense>
    return onClose === undefined && <Failure error={error} onRetry={() => this.#begin()} />
  }

  #begin(): void {
    forgive(this.state.error)
    this.setState(whole)
  }
}

/** In the place of what failed; a newer build is what the reader is offered then. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isReplaced = error instanceof PartMissing && error.entry !== undefined
  return (
    <ErrorState
      title={textOf(error)}
      error={error}
      action={isReplaced ? commonText('reload') : undefined}
      onRetry={isReplaced ? reload : onRetry}
    />
  )
}

/** So that the next one to draw it asks for its code again. */
export const forgive = (error: unknown): void => {
  if (error instanceof PartMissing) error.forget()
}

const reload = () => location.reload()

const textOf = (error: unknown): string =>
  commonText(!(error instanceof PartMissing) ? 'errorPage' : error.entry === undefined ? 'partMissing' : 'newerBuild')

/** Reloads at once where nothing is lost by it. */
const tell = (error: unknown): void => {
  const entry = error instanceof PartMissing ? error.entry : undefined
  if (entry === undefined) notify.error(textOf(error))
  else if (isSomethingTyped() || !reloadFor(entry)) {
    notify.warning(textOf(error), { label: commonText('reload'), run: reload })
  }
}
