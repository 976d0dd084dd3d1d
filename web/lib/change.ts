import { useMutation } from '@tanstack/react-query'
import type { Endpoint, EndpointData, EndpointRequest } from '#contract/endpoint.ts'
import { type CallArguments, call } from './api.ts'
import { type Answer, askFor, plainYes, type Question } from './confirm.ts'
import { notify } from './notify.ts'
import { notifyFailure, refreshAfter } from './query.ts'
import { showAtOnce } from './shown-rows.ts'

/** What a row is once the change is made; of a row that it is not about the very same. */
export type ShownRow<Row> = (row: Row) => Row

/**
 * Calls an endpoint that changes something. The rows show it at once: a refusal takes only this change away, and an
 * accepted one stays whatever is asked meanwhile. Of several rows those alone stay that `acceptedOf` tells. Afterwards
 * everything is asked again that the endpoint touches.
 */
export const change = async <E extends Endpoint, Row = never>(
  endpoint: E,
  request: EndpointRequest<E>,
  show?: ShownRow<Row>,
  acceptedOf?: (data: EndpointData<E>) => ShownRow<Row> | undefined,
): Promise<EndpointData<E>> => {
  const shown = show && showAtOnce<Row>(endpoint, show)
  try {
    // seam: the arguments of a call begin with the request
    const data = await call(endpoint, ...([request] as unknown as CallArguments<E>))
    shown?.accept(acceptedOf?.(data))
    return data
  } catch (error) {
    shown?.refuse()
    throw error
  } finally {
    void refreshAfter(endpoint)
  }
}

type ChangePlan<E extends Endpoint, Row> = {
  /**
   * Asked before. What it tells may have to be counted first; undefined where nothing is left to be done, which it has
   * said by then.
   */
  ask?: (request: EndpointRequest<E>) => Question | Promise<Question | undefined>
  /** The request with what was said where it was asked. */
  saying?: (request: EndpointRequest<E>, said: Answer) => EndpointRequest<E>
  show?: (request: EndpointRequest<E>) => ShownRow<Row>
  /** What is said once it is done. */
  done: string | ((data: EndpointData<E>) => string)
  onDone?: (data: EndpointData<E>) => void
}

/** One way to change something: `const { run, isBusy } = useChange(channels.update, { done: t('updated') })`. */
export const useChange = <E extends Endpoint, Row = never>(
  endpoint: E,
  { ask, saying, show, done, onDone }: ChangePlan<E, Row>,
) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (request: EndpointRequest<E>) => change<E, Row>(endpoint, request, show?.(request)),
    onSuccess: (data) => {
      notify.success(typeof done === 'string' ? done : done(data))
      onDone?.(data)
    },
  })
  const run = async (request: EndpointRequest<E>): Promise<void> => {
    try {
      const question = await ask?.(request)
      const said = question ? await askFor(question) : ask === undefined ? plainYes : undefined
      if (said !== undefined) mutate(saying ? saying(request, said) : request)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return { run, isBusy: isPending }
}
