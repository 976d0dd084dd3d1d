import type { Chapter } from './element.ts'

export const channels: Chapter = {
  title: 'Channels: the list',
  parts: [
    {
      from: '2 §2.3',
      file: 'web/features/channels/list/channels-search.ts',
      test: 'e2e/channels.test.ts',
      elements: {
        'filter: keyword': ["text('searchKeyword', { short: 'searchKeywordShort' })", 'keyword=elsewh'],
        'filter: model keyword': ["text('searchModel')", 'model=rare'],
        'filter: group': ["asked('filterGroup')", 'group=vip'],
      },
    },
    {
      from: '2 §2.3',
      file: 'web/features/channels/channels-page.tsx',
      test: 'web/features/channels/list/channel-columns.test.tsx',
      elements: {
        'button: query': ["t('query')", "name: 'Query'"],
      },
    },
    {
      from: '2 §2.3, 2 §3.3',
      file: 'web/features/channels/list/channel-list.tsx',
      test: 'web/features/channels/list/channel-columns.test.tsx',
      elements: {
        'column: id': ["id: 'id'", "['ID', 'Name'"],
        'column: name': ["id: 'name'", "'Name', 'Groups'"],
        'column: groups': ["id: 'group'", "'Groups', 'Type'"],
        'column: type': ["id: 'type'", "'Type', 'Tag'"],
        'column: tag': ["id: 'tag'", "'Tag', 'Status'"],
        'column: status': ["id: 'status'", "'Status', 'Response'"],
        'column: response time': ["id: 'response'", "'Response', 'Used / balance'"],
        'column: used quota and balance': ["id: 'used'", 'Used / balance'],
      },
    },
    {
      from: '2 §2.3, 2 §3.3',
      file: 'web/features/channels/list/channel-list.tsx',
      test: 'web/features/channels/list/channel-columns.test.tsx',
      elements: {
        'column: priority': ["id: 'priority'", "'Priority', 'Weight'"],
        'column: weight': ["id: 'weight'", "'Weight']"],
      },
    },
    {
      from: '2 §2.3',
      file: 'web/features/channels/list/channels-tools.tsx',
      test: 'web/features/channels/list/channel-columns.test.tsx',
      elements: {
        'ordered by id': ["t('sortById')", 'Sort by ID'],
        'tag mode': ["t('tagMode')", 'Tag mode'],
      },
    },
    {
      from: '2 §2.3, 2 §3.3',
      file: 'web/features/channels/list/channel-cells.tsx',
      test: 'e2e/channels.test.ts',
      elements: {
        'the row of a tag, which unfolds': ["t('tagCount'", '2/2 enabled'],
      },
    },
    {
      from: '2 §3.3',
      file: 'server/db/channel-lists.ts',
      test: 'server/api/channels.test.ts',
      elements: {
        'the row of a tag: groups, sums, averages and children': [
          'children: channels.filter',
          'shows channels with one tag as one row',
        ],
      },
    },
    {
      from: '2 §2.3',
      file: 'web/features/channels/list/channel-dialogs.tsx',
      test: 'e2e/channels.test.ts',
      elements: {
        'window: edit of a tag': ['<TagEditor', "choose('fast', 'Edit tag')"],
        'window: tests of models': ['<ModelTestsDialog', 'Test all 2 models'],
        'window: tag of the selected': ['<ValuesDialog', '2 channels changed'],
        'drawer: copy': ["case 'copy'", 'Copy as a new channel'],
      },
    },
    {
      from: '2 §2.3',
      file: 'web/features/channels/form/models-field.tsx',
      test: 'e2e/channels.test.ts',
      elements: {
        "window: choice of the upstream's models": ['<ModelPickerDialog', 'Models of the upstream'],
      },
    },
    {
      from: '2 §2.3',
      file: 'web/ui/column-settings.tsx',
      test: 'web/ui/column-settings.test.tsx',
      elements: {
        'window: columns': ["t('columns')", 'Columns are chosen one by one'],
      },
    },
    {
      from: '2 §4.1',
      file: 'web/features/channels/list/channel-status.tsx',
      test: 'web/features/channels/list/channel-columns.test.tsx',
      elements: {
        'status 1: enabled': ["t('statusEnabled')", "'Enabled'"],
        'status 2: disabled': ["t('statusDisabled')", "getByText('Disabled')"],
      },
    },
    {
      from: '2 §4.1',
      file: 'web/features/channels/list/channel-status.tsx',
      test: 'web/features/channels/channels-page.test.tsx',
      elements: {
        'status 3: disabled by itself, with reason and time': [
          "t('statusAuto')",
          'tells why and when a channel was disabled by itself',
        ],
      },
    },
    {
      from: '2 §4.1',
      file: 'web/features/channels/list/channel-list.tsx',
      test: 'web/features/channels/list/channel-columns.test.tsx',
      elements: {
        'disabled rows are greyed': ['isMuted: (row)', 'greys what is disabled'],
      },
    },
    {
      from: '2 §4.1',
      file: 'web/features/channels/list/channel-actions.ts',
      test: 'web/features/channels/list/channel-columns.test.tsx',
      elements: {
        'row: disable': ["label: 'disable'", "['Disable', 'Edit'"],
        'row: enable': ["label: 'enable'", "name: 'Enable'"],
        'row: edit': ["label: 'edit'", "'Edit', 'Test models'"],
        'row: test models': ["label: 'testModels'", "'Test models'"],
        'row: copy': ["label: 'copyAsNew'", 'Copy as a new channel'],
        'row: delete': ["label: 'delete'", "'Delete']"],
      },
    },
    {
      from: '2 §4.1',
      file: 'web/features/channels/list/channel-actions.ts',
      test: 'e2e/channels.test.ts',
      elements: {
        'tag: enable all': ["label: 'enableAll'", 'Enable all'],
        'tag: disable all': ["label: 'disableAll'", 'Disable all'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/form/channel-numbers.ts',
      test: 'web/features/channels/form/channel-numbers.test.ts',
      elements: {
        'an empty priority is ignored': ["kind: 'ignore'", 'ignores an edit that left the field empty'],
        'the least priority is -999': ['lowestPriority = -999', 'keeps priority at -999 or above'],
        'a weight below 0 becomes 0': ['Math.max(lowest', 'weight at zero or above'],
        'the weight of a tag is not put right': ['readTagWeight', 'puts no weight of a tag right'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/list/number-cell.tsx',
      test: 'web/features/channels/channels-page.test.tsx',
      elements: {
        'a priority is an integer': ['t(`field.', 'Priority must be a whole number'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/list/inline-number.tsx',
      test: 'web/features/channels/channel-batches.test.tsx',
      elements: {
        'a weight is a non-negative integer': [
          '<CellFault id={id} text={fault} />',
          'Weight must be a whole number, 0 or more',
        ],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/values/values-form.ts',
      test: 'web/features/channels/channel-batches.test.tsx',
      elements: {
        'a tag for many has a name': ["'tagMissing'", 'Enter a tag'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/list/channel-actions.ts',
      test: 'web/features/channels/channel-batches.test.tsx',
      elements: {
        'selected channels are deleted together': ['channelBatches.removeMany', 'Delete 3 selected channels?'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/tags/tag-drawer.tsx',
      test: 'web/features/channels/channel-batches.test.tsx',
      elements: {
        'edit of a tag: nothing was changed': ['useRecordForm(tagForm', 'No changes to save'],
      },
    },
    {
      from: '2 §3.3, 2 §5.4',
      file: 'web/features/channels/tags/tag-form.ts',
      test: 'web/features/channels/tags/tag-form.test.ts',
      elements: {
        'edit of a tag: the mapping is JSON': ['columnEntry<WholeTag, TagBody>(', 'refuses a mapping that is not JSON'],
        'edit of a tag: only what was changed is sent': ['tagChange', 'sends only what was added or taken'],
      },
    },
    {
      from: '2 §7.3',
      file: 'web/features/channels/runs/use-channel-upkeep.ts',
      test: 'web/features/channels/channels-page.test.tsx',
      elements: {
        'a test of one, with its time': ['channelUpkeep.test', '“main” responded in 1.2 s'],
      },
    },
    {
      from: '2 §7.3',
      file: 'web/features/channels/runs/use-channel-upkeep.ts',
      test: 'web/features/channels/list/channel-columns.test.tsx',
      elements: {
        'a balance of one': ['channelUpkeep.updateBalance', 'Balance of “main”: $12.50'],
      },
    },
    {
      from: '2 §7.3',
      file: 'web/features/channels/list/channels-tools.tsx',
      test: 'e2e/channels.test.ts',
      elements: {
        'a test of all': ["t('testAll')", 'Test all channels'],
        'balances of all': ["t('updateBalances')", 'Update all balances'],
        'disabled ones are deleted': ["t('deleteDisabled')", 'Delete disabled channels'],
        repair: ["t('fix')", 'Repair channel routing'],
      },
    },
  ],
}
