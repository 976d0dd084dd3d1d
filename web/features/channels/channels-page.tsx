import { Plus, Search } from 'lucide-react'
import { models } from '#contract/models.ts'
import { useCommand } from '../../lib/commands.ts'
import { useHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { usePageQuery } from '../../lib/page-query.ts'
import { useProviders } from '../../lib/provider-cards.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { ChannelWindow, useChannelWindow } from './channel-window.tsx'
import { channelList } from './list/channel-list.tsx'
import { ChannelsTools } from './list/channels-tools.tsx'
import { useLayoutMode } from './list/use-layout-mode.ts'
import { RunProgress } from './runs/run-progress.tsx'
import { findingsId, useChannelRuns } from './runs/use-channel-runs.ts'

const TestFindings = lazyPart(() => import('./tests/test-findings.tsx'), 'TestFindings')

export function ChannelsPage() {
  const t = useText('channels')
  const runs = useChannelRuns()
  const { tools, create, preload, ...window } = useChannelWindow()
  const [isIdSort, setIdSort] = useLayoutMode('id_sort')
  const [isTagMode] = useLayoutMode('tag_mode')
  const open = useList(channelList, tools, { mode: { id_sort: isIdSort, tag_mode: isTagMode } })
  const { selection, query } = open
  const choices = useChannelChoices()
  useHotkey('n', t('createChannel'), create)
  useCommand({ id: 'channel-create', label: t('createChannel'), run: create })
  useCommand({ id: 'channel-test-all', label: t('testAll'), run: () => void runs.testAll() })

  const createButton = (
    <Button variant="primary" onClick={create} onPointerEnter={preload} onFocus={preload}>
      <Plus aria-hidden />
      {t('createChannel')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={channelList}
        open={open}
        actions={createButton}
        choices={choices}
        usualSort={isIdSort ? { sort: { id: 'id', direction: 'desc' }, end: () => setIdSort(false) } : undefined}
        ownTools={
          <>
            <Button onClick={() => query.refetch()}>
              <Search aria-hidden />
              {t('query')}
            </Button>
            <ChannelsTools runs={runs} onRemoved={selection.clear} />
          </>
        }
        summary={
          <>
            {choices.type.state === 'failed' && <ErrorLine title={t('providersFailed')} onRetry={choices.type.retry} />}
            <RunProgress runs={runs.runs} />
            {runs.foundSince !== undefined && (
              <div id={findingsId}>
                <Boundary>
                  <TestFindings since={runs.foundSince} onClose={runs.hideFindings} />
                </Boundary>
              </div>
            )}
          </>
        }
        emptyHint={t('emptyHint')}
        emptyAction={createButton}
      />
      <ChannelWindow {...window} onDone={selection.clear} />
    </>
  )
}

/** What the server knows of what the list is narrowed by. */
const useChannelChoices = () => {
  const groups = usePageQuery(endpointQuery(models.groups))
  return {
    group: mapKnown(knownOf(groups), (names) => names.map((name) => ({ value: name, label: name }))),
    type: mapKnown(useProviders(), (cards) => cards.map(({ type, label }) => ({ value: String(type), label }))),
  }
}
