import type { Chapter } from './element.ts'

export const tokens: Chapter = {
  title: 'API tokens',
  parts: [
    {
      from: '2 §2.4',
      file: 'web/features/tokens/tokens-page.tsx',
      test: 'web/features/tokens/tokens-page.test.tsx',
      elements: {
        'a warning that tokens are personal': ["t('personalUse')", 'warns that tokens are personal'],
        'selected tokens are copied': ["t('copySelected')", 'copies the keys of what is selected'],
        'at least one must be selected': ["t('copySelectedNone')", 'Select at least one token'],
      },
    },
    {
      from: '2 §2.4',
      file: 'web/features/tokens/tokens-search.ts',
      test: 'web/features/tokens/tokens-page.test.tsx',
      elements: {
        'search by name': ["text('searchName')", 'Search by name'],
        'search by key': ["text('searchKey'", 'Search by key'],
      },
    },
    {
      from: '2 §2.4, 2 §3.4',
      file: 'web/features/tokens/token-list.tsx',
      test: 'e2e/lists.test.ts',
      elements: {
        'column: name': ["id: 'name'", "'Name', 'Status'"],
        'column: status': ["id: 'status'", "'Name', 'Status'"],
        'column: quota': ["id: 'quota'", "'Quota / used', 'Expires'"],
        'column: expiry': ["id: 'expires'", "'Quota / used', 'Expires'"],
      },
    },
    {
      from: '2 §2.4, 2 §3.4',
      file: 'web/features/tokens/token-list.tsx',
      test: 'web/features/tokens/tokens-page.test.tsx',
      elements: {
        'column: key': ["id: 'key'", 'sk-abcd…ijkl'],
        'column: group': ["id: 'group'", "columnheader', { name: 'Group' }"],
      },
    },
    {
      from: '2 §2.4',
      file: 'web/features/tokens/token-list.tsx',
      test: 'web/features/tokens/token-status.test.tsx',
      elements: {
        'column: creation': ["id: 'created'", "'group', 'created'"],
      },
    },
    {
      from: '2 §3.4',
      file: 'web/features/tokens/token-form.ts',
      test: 'web/features/tokens/tokens-page.test.tsx',
      elements: {
        'keys are shown with sk-': ["secretPrefix = 'sk-'", 'sk-abcdefghijkl'],
      },
    },
    {
      from: '2 §4.2',
      file: 'web/pieces/tokens/token-status.tsx',
      test: 'web/features/tokens/token-status.test.tsx',
      elements: {
        'status: enabled': ["'statusEnabled')", "['Enabled'"],
        'status: enabled with limited models': ["'statusEnabledLimited'", 'Enabled (limited models)'],
        'status: disabled': ["t('statusDisabled')", "'Disabled', 'Expired'"],
        'status: expired': ["t('statusExpired')", "'Disabled', 'Expired'"],
        'status: exhausted': ["t('statusExhausted')", "'Quota used up'"],
      },
    },
    {
      from: '2 §4.2',
      file: 'web/features/tokens/token-list.tsx',
      test: 'web/features/tokens/token-status.test.tsx',
      elements: {
        'all but enabled tokens are greyed': [
          'isMuted: ({ status }) => status !== tokenStatuses.enabled',
          'all but enabled ones are greyed',
        ],
      },
    },
    {
      from: '2 §4.2',
      file: 'web/features/tokens/token-actions.ts',
      test: 'web/features/tokens/tokens-page.test.tsx',
      elements: {
        'disabled and enabled from the row': ['disable: {', 'switches a token, says which, and takes it back'],
        'edited from the row': ["label: 'edit'", "chooseFromMenu(page, 'laptop', 'Edit')"],
        'deleted from the row': ["label: 'delete'", 'deletes a token after asking'],
      },
    },
    {
      from: '2 §4.2',
      file: 'server/api/tokens.ts',
      test: 'server/api/tokens.test.ts',
      elements: {
        'a change of the status alone': ['status_only', 'status_only=true'],
      },
    },
    {
      from: '2 §2.4',
      file: 'web/features/tokens/token-drawer.tsx',
      test: 'web/features/tokens/tokens-page.test.tsx',
      elements: {
        'a drawer to create': ["'createToken'", "name: 'Create token'"],
        'a drawer to edit': ["'editToken'", 'Token updated'],
        'one call for each token': ['newTokenBodies(', 'makes one call per token'],
      },
    },
    {
      from: '2 §5.5',
      file: 'web/features/tokens/token-form.ts',
      test: 'web/features/tokens/token-form.test.ts',
      elements: {
        'the name is needed': ["required: 'nameMissing'", 'name: Enter a name'],
        'the expiry is a date': ["t('expiryWrong')", 'expiry: Enter a valid date and time'],
        'the number is a positive integer': ["t('countWrong')", 'count: Must be a whole number of at least 1'],
        'shortcuts count from now, never is -1': ['neverExpires = -1', 'counts an expiry shortcut from now'],
      },
    },
    {
      from: '2 §3.4',
      file: 'web/features/tokens/token-form.ts',
      test: 'e2e/tokens.test.ts',
      elements: {
        'field: name': ["label: 'fieldName'", "getByLabel(/^Name/).fill('laptop')"],
        'field: expiry': ["label: 'fieldExpiry'", "name: 'One day'"],
        'field: number': ["label: 'fieldCount'", 'Number to create'],
        'field: quota': ["label: 'fieldQuota'", "name: 'Quota' }).inputValue()"],
        'field: unlimited': ["label: 'fieldUnlimited'", "name: 'Unlimited quota'"],
        'field: group': ["label: 'fieldGroup'", "group: 'vip'"],
        'field: models': ["label: 'fieldModels'", 'Model limits'],
        'field: addresses, one per line': ["label: 'fieldAddresses'", '127.0.0.0/8\\n::1'],
      },
    },
    {
      from: '2 §3.4',
      file: 'web/features/tokens/access-fields.tsx',
      test: 'e2e/tokens.test.ts',
      elements: {
        'groups are chosen by description and ratio': ["t('groupRatio'", 'name: /^vip/'],
      },
    },
    {
      from: '2 §6',
      file: 'server/domain/people/token-rules.ts',
      test: 'server/api/tokens.test.ts',
      elements: {
        'only groups that are open to users': ['token_group_forbidden', 'takes a group that is open to its owner'],
      },
    },
  ],
}
