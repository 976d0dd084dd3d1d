import { Component, type ReactNode, Suspense } from 'react'
import { commonText } from '../lib/i18n.ts'
import { BoundaryContext, PartMissing } from '../lib/lazy-part.tsx'
import { notify } from '../lib/notify.ts'
import { isSomethingTyped, reloadFor } from '../lib/served-build.ts'
import { ErrorState } from './error-state.tsx'

type BoundaryProps = {
  children: ReactNode
  /** What stands there until its code has come. */
  loading?: ReactNode
  /** Of what goes away when it fails, and says why in a message; without, the failure stands in its place. */
  onClose?: () => void
  /** Of what the page does without: what stood there before stays. */
  isOptional?: boolean
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
    const { loading, children, onClose, isOptional } = this.props
    const { error, hasFailed } = this.state
    if (!hasFailed)
      return (
        <BoundaryContext value={true}>
          <Suspense fallback={loading}>{children}</Suspense>
        </BoundaryContext>
      )
    if (onClose !== undefined) return null
    if (isOptional) return loading
    return <Failure error={error} onRetry={() => this.#begin()} />
  }

  #begin(): void {
    forgive(this.state.error)
    this.setState(whole)
  }
}

/** In the place of what failed; a newer build is what the reader is offered then. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOld = isReplaced(error)
  return (
    <ErrorState
      title={textOf(error)}
      error={error}
      action={isOld ? commonText('reload') : undefined}
      onRetry={isOld ? reload : onRetry}
    />
  )
}

/** So that the next one to draw it asks for its code again. */
export const forgive = (error: unknown): void => {
  if (error instanceof PartMissing) error.forget()
}

const reload = () => location.reload()

const textOf = (error: unknown): string =>
  commonText(isReplaced(error) ? 'newerBuild' : error instanceof PartMissing ? 'partMissing' : 'errorPage')

const tell = (error: unknown): void => {
  if (reloadIfReplaced(error)) return
  if (isReplaced(error)) notify.warning(textOf(error), { label: commonText('reload'), run: reload })
  else notify.error(textOf(error))
}

/** Whether it was a newer build that the console goes on with at once, as nothing is lost by it. */
export const reloadIfReplaced = (error: unknown): boolean => {
  const entry = error instanceof PartMissing ? error.entry : undefined
  return entry !== undefined && !isSomethingTyped() && reloadFor(entry)
}

const isReplaced = (error: unknown): boolean => error instanceof PartMissing && error.entry !== undefined
