import { type ReactNode, useMemo, useState } from 'react'
import { type DrawnKey, optionCalls } from '#contract/options.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { storedOptions } from './option-draft.ts'
import { createDraft, SettingsContext } from './settings-state.ts'
import { UnsavedBar } from './unsaved-bar.tsx'
import { useShownOption } from './use-shown-option.ts'

type OptionsPageProps = {
  title: string
  description: ReactNode
  /** Stands beside the heading. */
  tools?: ReactNode
  /** Brings the field of an option onto the page; the same function each time. */
  leadTo: (key: DrawnKey) => Promise<void>
  /** It stands there before the options have come, as far as it can. */
  children: (isHere: boolean) => ReactNode
}

/** A page of options: what is typed on it is one draft, whatever is in sight, and is saved or discarded together. */
export function OptionsPage({ title, description, tools, leadTo, children }: OptionsPageProps) {
  const options = usePageQuery(endpointQuery(optionCalls.list))
  const isHere = options.data !== undefined
  useShownOption(isHere)
  const [draft] = useState(createDraft)
  const stored = useMemo(() => storedOptions(options.data ?? []), [options.data])
  const settings = useMemo(() => ({ stored, draft, leadTo }), [stored, draft, leadTo])
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <PageHeader title={title} description={description} />
        {tools}
      </div>
      {(isHere || options.isPending) && (
        <SettingsContext value={settings}>
          {children(isHere)}
          <UnsavedBar />
        </SettingsContext>
      )}
      {options.isError && !isHere && (
        <Card>
          <ErrorState error={options.error} onRetry={() => void options.refetch()} />
        </Card>
      )}
    </div>
  )
}
