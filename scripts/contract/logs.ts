import type { Chapter } from './element.ts'

export const logs: Chapter = {
  title: 'Usage log',
  parts: [
    {
      from: '2 §2.8',
      file: 'web/features/logs/log-summary.tsx',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'sum: consumed quota': ["t('sumQuota')", 'Cost$10.00'],
        'sum: requests per minute': ["t('sumRpm')", 'RPM3'],
        'sum: tokens per minute': ["t('sumTpm')", 'TPM4,200'],
        'sum: tokens': ["t('sumTokens')", 'Tokens on this page110'],
        'sum: input tokens': ["t('sumInput')", 'Input100'],
        'sum: output tokens': ["t('sumOutput')", "Output10'"],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/features/logs/logs-search.ts',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'filter: token name': ["text('filterToken'", "'Token name'"],
        'filter: model name': ["text('filterModel'", "'Model name'"],
        'filter: group': ["text('filterGroup'", "'Group', 'Channel ID'"],
        'filter: channel, for administrators': ["adminNumber('filterChannel'", "'Channel ID'"],
        'filter: username, for administrators': ["text('filterUser'", "'Username'"],
        'type: all': ["'typeAll'", 'All but failed'],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/features/logs/logs-page.tsx',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'button: query': ["t('query')", "'Query'"],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/ui/list/list-range-filter.tsx',
      test: 'web/lib/list-range.test.ts',
      elements: {
        'filter: time range': ['<TimeRangeFilter', 'As usual a list ends an hour from now'],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/ui/table-page.tsx',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'button: refresh': ["label={t('refresh')}", "'Refresh'"],
      },
    },
    {
      from: '2 §2.8, 2 §4.9',
      file: 'web/pieces/logs/log-type-names.ts',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'type 1: recharge': ["]: 'typeRecharge'", "'Top-up'"],
        'type 2: consume': ["]: 'typeConsume'", "'Usage', 'Admin'"],
        'type 3: manage': ["]: 'typeManage'", "'Admin'"],
        'type 4: system': ["]: 'typeSystem'", "'System'"],
        'type 5: check-in': ["]: 'typeCheckIn'", "'Check-in'"],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/ui/columns-popover.tsx',
      test: 'e2e/logs.test.ts',
      elements: {
        'window of columns': ["t('columns')", "name: 'Columns'"],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/ui/columns-popover.tsx',
      test: 'web/ui/column-settings.test.tsx',
      elements: {
        'window of columns: select all': ["t('showAll')", 'Select all'],
        'window of columns: reset': ["t('reset')", 'Reset'],
        'window of columns: each choice counts at once, in place of OK and cancel': [
          'onChange(hidden.filter(',
          'each choice counts at once',
        ],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/features/logs/log-list.tsx',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'column: time': ["id: 'time'", "['Time', 'User'"],
        'column: channel, for administrators': ["id: 'channel'", "'Channel', 'Group'"],
        'column: user, for administrators': ["id: 'username'", "'User', 'Token'"],
        'column: token': ["id: 'token'", "'Token', 'Type'"],
        'column: group': ["id: 'group'", "'Group', 'Retry'"],
        'column: type': ["id: 'type'", "'Type', 'Model'"],
        'column: model': ["id: 'model'", "'Model', 'Duration"],
        'column: time used and first token': ["id: 'timing'", 'Duration / first token'],
        'column: prompt': ["id: 'prompt'", "['Input'"],
        'column: completion': ["id: 'completion'", "'Output', 'Channel'"],
        'column: cost': ["id: 'cost'", "'Cost']"],
        'column: retry, for administrators': ["id: 'retry'", "'Retry', 'Details'"],
        'column: details': ["id: 'details'", "'Details']"],
      },
    },
    {
      from: '2 §2.8, 2 §6',
      file: 'web/features/logs/log-list.tsx',
      test: 'web/features/logs/logs-page.test.tsx',
      elements: {
        'channel, user and retry are for administrators': [
          "id: 'retry', label: 'columnRetry', for: 'admin'",
          'without channel, user and retry',
        ],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/pieces/logs/log-cells.tsx',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'tag of the type': ['logTypeLook(row.type)', 'tells the type'],
        'tag: no stream': ["'notStream'", 'Non-streaming'],
        'tag: stream': ["'stream' :", "getByText('Streaming')"],
        'first token of a stream': ['otherOf(row).frt', 'tells the first token of a stream'],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/pieces/logs/log-cells.tsx',
      test: 'e2e/logs.test.ts',
      elements: {
        'requested and upstream model on the tag': ["t('mappedActual')", 'sees why a call went where it went'],
        'the channels tried, in their order': ['use_channel', '1 → 2'],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/pieces/logs/log-cells.tsx',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'a click on the name of a token copies it': ["t('copyToken'", 'copies the name of the token'],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/features/logs/log-user-dialog.tsx',
      test: 'e2e/logs.test.ts',
      elements: {
        'window of a user: name': ["t('filterUser')", 'Username ann'],
        'window of a user: balance': ["t('userBalance')", 'Balance -?'],
        'window of a user: used quota': ["t('userUsed')", 'Total used'],
        'window of a user: requests': ["t('userRequests')", 'Requests 19'],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/features/logs/log-details.tsx',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'row unfolds: channel, for administrators': ["t('factChannel')", "getAllByText('#7 second')"],
        'row unfolds: log detail': ["t('factDetail')", "getAllByText('Told')"],
        'row unfolds: reasoning effort': ["t('factEffort')", "['high'"],
        'row unfolds: system prompt': ["t('factSystemPrompt')", 'Be brief.'],
        'row unfolds: context': ["t('factContext')", "'Before'"],
        'row unfolds: input': ["t('factInput')", "'Hi'"],
        'row unfolds: output': ["t('factOutput')", "'Ho'"],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/features/logs/log-details.tsx',
      test: 'e2e/logs.test.ts',
      elements: {
        'row unfolds: requested and actual model': ['other.is_model_mapped === true &&', "'actual', 'high'"],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/features/logs/log-receipt.tsx',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'row unfolds: billing process': ["t('receipt')", 'Billing details'],
      },
    },
    {
      from: '2 §2.8',
      file: 'web/features/logs/receipt-words.ts',
      test: 'web/features/logs/log-columns.test.tsx',
      elements: {
        'row unfolds: text in': ["'classTextInput'", "'Text input'"],
        'row unfolds: audio in': ["audioInput: 'classAudioInput'", "'Audio input'"],
        'row unfolds: text out': ["'classTextOutput'", "'Text output'"],
        'row unfolds: audio out': ["audioOutput: 'classAudioOutput'", "'Audio output'"],
        'row unfolds: cached tokens': ["cacheRead: 'classCacheRead'", "'Cache read'"],
        'row unfolds: tokens written to the cache': ["cacheWrite: 'classCacheWrite'", "'Cache write'"],
      },
    },
    {
      from: '2 §5.9',
      file: 'web/features/logs/log-list.tsx',
      test: 'web/features/logs/logs-page.test.tsx',
      elements: {
        'all filters are optional, times are seconds': ['filters: logFilters', 'keeps filters in the address'],
        "everybody's for administrators, else the own": [
          'ownRows: pagesOf(logs.listSelf, wordedLog)',
          'shows an administrator everyone',
        ],
      },
    },
    {
      from: '1 §5, 1 §7',
      file: 'web/features/settings/log-cleanup.tsx',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'clearing wants a time': ["required: 'cleanupNoTime'", 'Choose a time'],
        'clearing tells how many went': ["t('cleanupDone'", '1,234 log entries cleared'],
      },
    },
  ],
}
