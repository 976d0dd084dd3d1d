import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { callStream, refusedStream } from '../../lib/stream.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** One short call with the key, as a client makes it: what came of it, and its row in the log. */
export function TokenTrial({ secret, model }: { secret: string; model: string }) {
  const t = useText('tokens')
  const trial = useMutation({ mutationFn: () => tryToken(secret, model), meta: { quiet: true } })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" loading={trial.isPending} onClick={() => trial.mutate()}>
          {t('tryIt')}
        </Button>
        <span className="text-xs text-muted">{t('tryItHint', { model })}</span>
      </div>
      {trial.isSuccess && (
        <Notice
          tone="ok"
          action={
            trial.data.requestId !== undefined && (
              <Link to="/log" search={{ request_id: trial.data.requestId }} className="shrink-0 font-medium underline">
                {t('tryItRow')}
              </Link>
            )
          }
        >
          <p className="break-words">{trial.data.text || t('tryItSilent')}</p>
        </Notice>
      )}
      {trial.isError && <Notice tone="bad">{trial.error.message}</Notice>}
    </div>
  )
}

const piece = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.optional(z.nullable(z.string())) }) })),
})

const tryToken = async (key: string, model: string): Promise<{ text: string; requestId: string | undefined }> => {
  const body = { model, stream: true, max_tokens: 64, messages: [{ role: 'user', content: 'Say hello.' }] }
  const { signal } = new AbortController()
  const { requestId, events } = await callStream('/v1/chat/completions', body, { signal, key })
  let text = ''
  for await (const event of events) {
    const value: unknown = JSON.parse(event)
    const refused = refusedStream.safeParse(value)
    if (refused.success) throw new ApiError('failed', refused.data.error.message, 200)
    const read = piece.safeParse(value)
    if (read.success) text += read.data.choices[0]?.delta.content ?? ''
  }
  return { text, requestId }
}
