import type { Chapter } from './element.ts'

export const redemptions: Chapter = {
  title: 'Redemption codes',
  parts: [
    {
      from: '2 §2.5',
      file: 'web/features/redemptions/redemptions-search.ts',
      test: 'e2e/lists.test.ts',
      elements: {
        'a search box': ["text('searchKeyword', { short: 'searchKeywordShort' })", 'Search by name or ID'],
      },
    },
    {
      from: '2 §2.5, 2 §3.5',
      file: 'web/features/redemptions/redemption-list.tsx',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'column: id': ["id: 'id'", 'sample({ id: 2'],
        'column: name': ["id: 'name'", "name: 'gift'"],
        'column: status': ["id: 'status'", "getAllByText('Used'"],
        'column: code': ["id: 'key'", '012345…cdef'],
        'column: quota': ["id: 'quota'", '$0.20'],
        'column: uses': ["id: 'uses'", "'2/5'"],
        'column: who used it': ["id: 'user'", "{ name: 'ada' }"],
      },
    },
    {
      from: '2 §2.5, 2 §3.5',
      file: 'web/features/redemptions/redemption-list.tsx',
      test: 'web/features/redemptions/redemption-list.test.tsx',
      elements: {
        'column: kind': ["id: 'kind'", "'kind', 'uses'"],
        'column: creation': ["id: 'created'", "'batch', 'created'"],
      },
    },
    {
      from: '2 §2.5',
      file: 'web/features/redemptions/redemption-drawer.tsx',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'a drawer to create': ["'createCode'", "name: 'Create codes'"],
        'a drawer to edit': ["'editCode'", 'Redemption code updated'],
      },
    },
    {
      from: '2 §2.5',
      file: 'web/features/redemptions/codes-dialog.tsx',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'the codes that were made': ["t('copyAllCodes', ", 'makes codes and then shows them'],
      },
    },
    {
      from: '2 §2.5',
      file: 'web/features/redemptions/delete-by-name-dialog.tsx',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'codes of a name are deleted': ['redemptions.removeByName', 'deletes by name after telling how many'],
      },
    },
    {
      from: '2 §7.5',
      file: 'web/features/redemptions/codes-tools.tsx',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'disabled codes are deleted': ['redemptions.removeDisabled', 'deletes disabled codes after asking'],
      },
    },
    {
      from: '2 §7.5',
      file: 'web/features/redemptions/redemption-actions.ts',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'selected codes are disabled': ['redemptions.disable', 'disables what is selected after asking'],
        'a code is deleted': ['redemptions.remove', 'deletes a code after asking'],
      },
    },
    {
      from: '2 §4.3',
      file: 'web/features/redemptions/redemption-status.tsx',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'status: disabled': ["t('statusDisabled')", "getByText('Disabled')"],
        'status: used': ["'statusUsed')", "getAllByText('Used'"],
      },
    },
    {
      from: '2 §4.3',
      file: 'web/features/redemptions/redemption-status.tsx',
      test: 'web/features/redemptions/redemption-list.test.tsx',
      elements: {
        'status: unused': ["'statusUnused'", 'Unused Single-use'],
      },
    },
    {
      from: '2 §4.3',
      file: 'web/features/redemptions/redemption-actions.ts',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'enabling a used code is blocked': ["'usedStays'", 'a used one cannot be switched'],
        'only unused codes are edited': ["'editUnusedOnly'", 'edits an unused code, and no other'],
        'disabled and enabled by the status alone': ["status_only: 'true'", "query: { status_only: 'true' }"],
      },
    },
    {
      from: '2 §4.3',
      file: 'web/features/redemptions/redemption-list.tsx',
      test: 'web/features/redemptions/redemption-list.test.tsx',
      elements: {
        'a gift without uses left is greyed': [
          'isMuted: (redemption) => !isUnused(redemption)',
          'a gift once all its uses are gone',
        ],
      },
    },
    {
      from: '2 §5.6',
      file: 'web/features/redemptions/redemption-form.ts',
      test: 'web/features/redemptions/redemption-form.test.ts',
      elements: {
        'without a name it is named after its quota': ['nameOf(body.quota)', 'named after what it is worth'],
        "a code of one's own is kept": ['key.trim() }', "key: 'MINE'"],
        'uses of gifts alone': ['body.max_uses ?? unlimitedUses', 'asks for uses of gifts only'],
      },
    },
    {
      from: '2 §5.6',
      file: 'web/features/redemptions/kind-fields.tsx',
      test: 'web/features/redemptions/redemptions-page.test.tsx',
      elements: {
        'uses are asked of gifts alone': ['{isGift && (', 'Maximum uses'],
        'blank or -1 is unlimited': ['minimum={-1}', 'asks for the uses of gifts only'],
      },
    },
    {
      from: '2 §5.6',
      file: 'server/domain/wallet/redemptions.ts',
      test: 'server/api/redemptions.test.ts',
      elements: {
        'a code is made up where none was given': [
          'randomHex(keyBytes)',
          'are made in numbers, each of 32 random digits',
        ],
      },
    },
  ],
}
