import { Wrench } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { useLeaveGuard } from '../../../lib/leave-guard.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { ToolCall, ToolResult } from '../conversation.ts'

type ToolCallsProps = {
  calls: readonly ToolCall[]
  /** Where the model waits for their results. */
  onResults: ((results: ToolResult[]) => void) | undefined
}

/** The tools that a model called, and fields for what they would answer. */
export function ToolCalls({ calls, onResults }: ToolCallsProps) {
  const t = useText('playground')
  const [results, setResults] = useState<Readonly<Record<string, string>>>({})
  useLeaveGuard(onResults !== undefined && Object.values(results).some((result) => result !== ''))
  if (calls.length === 0) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onResults?.(calls.map(({ id }) => ({ callId: id, content: results[id] ?? '' })))
      }}
      className="mt-2 grid gap-3"
    >
      {calls.map(({ id, name, arguments: given }) => (
        <section key={id} aria-label={t('toolCall', { name })} className="grid gap-2 rounded-lg border p-3">
          <p className="flex items-center gap-2 text-[13px] font-medium">
            <Wrench className="size-4 text-muted" strokeWidth={1.8} aria-hidden />
            {t('toolCall', { name })}
          </p>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-48 overflow-auto rounded-lg bg-hover p-2.5 text-xs whitespace-pre-wrap"
          >
            {spaced(given)}
          </pre>
          {onResults && (
            <Field label={t('toolResult', { name })} hint={t('toolResultHint')}>
              {(control) => (
                <Textarea
                  {...control}
                  rows={2}
                  className="font-mono text-[13px]"
                  value={results[id] ?? ''}
                  onChange={(event) => setResults({ ...results, [id]: event.target.value })}
                />
              )}
            </Field>
          )}
        </section>
      ))}
      {onResults && (
        <Button type="submit" variant="primary" size="sm" className="justify-self-start">
          {t('sendResults')}
        </Button>
      )}
    </form>
  )
}

const spaced = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
