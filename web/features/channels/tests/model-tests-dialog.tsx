import { Play, Square } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Channel } from '#contract/channels.ts'
import { type Formats, useFormat } from '../../../lib/format.ts'
import { type Text, useText } from '../../../lib/i18n.ts'
import { findNames } from '../../../lib/name-search.ts'
import { Badge, latencyTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { type TableColumn, TableFile } from '../../../ui/table-file.tsx'
import { ProgressBar } from '../runs/progress-bar.tsx'
import type { ModelTest, TestResult } from './model-tests.ts'
import { useModelTests } from './use-model-tests.ts'

/** Tests a channel with models of its own: one, some or all, with the results in a table. */
export function ModelTestsDialog({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const t = useText('channels')
  const { tests, isRunning, run, stop } = useModelTests(channel)
  const [query, setQuery] = useState('')
  const selection = useSelection(query)
  const columns = useTestColumns(isRunning, run)
  const shown = findNames(tests, query, ({ model }) => model)
  const chosen = [...selection.ids]
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('testsTitle', { name: channel.name })}
      description={t('testsHint')}
      footer={
        <>
          <Summary tests={tests} />
          <Button onClick={onClose}>{t('close')}</Button>
          {isRunning ? (
            <Button variant="primary" onClick={stop}>
              <Square aria-hidden />
              {t('testsStop')}
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={shown.length === 0}
              onClick={() => void run(chosen.length > 0 ? chosen : shown.map(({ model }) => model))}
            >
              <Play aria-hidden />
              {chosen.length > 0
                ? t('testsRunSome', { count: chosen.length })
                : t('testsRunAll', { count: shown.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        <div className="flex items-center gap-2">
          <SearchInput className="min-w-0 flex-1" label={t('pickerSearch')} value={query} onSearch={setQuery} />
          <TableFile name="model-tests" columns={columns} rows={shown} />
        </div>
        <DataTable
          dense
          label={t('testsTitle', { name: channel.name })}
          columns={columns}
          rows={shown}
          rowId={({ model }) => model}
          rowName={({ model }) => model}
          selection={selection}
          empty={<Empty kind="match" title={t('pickerNone')} />}
        />
      </div>
    </Dialog>
  )
}

const useTestColumns = (isRunning: boolean, run: (models: readonly string[]) => Promise<void>) => {
  const t = useText('channels')
  const format = useFormat()
  return useMemo(
    (): TableColumn<ModelTest>[] => [
      {
        id: 'model',
        label: t('columnModel'),
        card: 'title',
        className: 'sm:min-w-56',
        plain: ({ model }) => model,
        cell: ({ model }) => <span className="break-all">{model}</span>,
      },
      {
        id: 'result',
        label: t('columnResult'),
        plain: ({ result }) => resultText(result, t, format),
        cell: ({ result }) => <Result result={result} t={t} />,
      },
      {
        id: 'test',
        label: t('columnTest'),
        align: 'right',
        cell: ({ model }) => (
          <Button
            size="sm"
            disabled={isRunning}
            aria-label={t('testModel', { model })}
            onClick={() => void run([model])}
          >
            {t('test')}
          </Button>
        ),
      },
    ],
    [t, format, isRunning, run],
  )
}

/** The same in one line of text. */
const resultText = (result: TestResult, t: Text<'channels'>, format: Formats): string | undefined => {
  switch (result.kind) {
    case 'untested':
      return undefined
    case 'waiting':
      return t('resultWaiting')
    case 'running':
      return t('resultRunning')
    case 'passed':
      return [format.latency(result.seconds * 1000), result.answer].filter((part) => part !== '').join(' · ')
    case 'failed':
      return `${t('resultFailed')} · ${result.message}`
  }
}

function Result({ result, t }: { result: TestResult; t: Text<'channels'> }) {
  const format = useFormat()
  switch (result.kind) {
    case 'untested':
      return <span className="text-muted">–</span>
    case 'waiting':
      return <span className="text-muted">{t('resultWaiting')}</span>
    case 'running':
      return <Badge tone="info">{t('resultRunning')}</Badge>
    case 'passed':
      return (
        <span className="inline-flex flex-wrap items-center gap-2 max-sm:justify-end">
          <Badge tone={latencyTone(Math.max(1, result.seconds * 1000))} dot>
            {format.latency(result.seconds * 1000)}
          </Badge>
          {result.answer !== '' && (
            <span className="text-xs break-words text-muted">{t('resultAnswer', { answer: result.answer })}</span>
          )}
        </span>
      )
    case 'failed':
      return (
        <span className="inline-flex flex-wrap items-center gap-2 max-sm:justify-end">
          <Badge tone="bad" dot>
            {t('resultFailed')}
          </Badge>
          <span className="text-xs break-words text-muted">{result.message}</span>
        </span>
      )
  }
}

function Summary({ tests }: { tests: readonly ModelTest[] }) {
  const t = useText('channels')
  const count = (...kinds: TestResult['kind'][]) => tests.filter(({ result }) => kinds.includes(result.kind)).length
  const passed = count('passed')
  const failed = count('failed')
  const asked = passed + failed + count('waiting', 'running')
  if (asked === 0) return null
  const text = t('testsSummary', { passed, failed })
  return (
    <div className="mr-auto grid min-w-40 content-center gap-1 text-[13px]">
      <span role="status">{text}</span>
      <ProgressBar done={passed + failed} total={asked} label={text} />
    </div>
  )
}
