import type { Chapter } from './element.ts'

export const users: Chapter = {
  title: 'Users',
  parts: [
    {
      from: '1 §2',
      file: 'web/features/users/users-search.ts',
      test: 'web/features/users/users-page.test.tsx',
      elements: {
        'search by keyword': ["text('searchKeyword', { short: 'searchKeywordShort' })", 'searches by keyword'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/users/users-search.ts',
      test: 'web/features/users/user-list.test.tsx',
      elements: {
        'filter by group': ["asked('filterGroup')", 'is narrowed by a group that exists'],
      },
    },
    {
      from: '1 §2',
      file: 'web/ui/pager.tsx',
      test: 'web/features/users/user-list.test.tsx',
      elements: {
        'pages of chosen sizes': ['sizeChoices', 'Rows per page'],
      },
    },
    {
      from: '1 §2, 1 §3',
      file: 'web/features/users/user-list.tsx',
      test: 'web/features/users/user-list.test.tsx',
      elements: {
        'column: id': ["id: 'id'", "'11', '@anna'"],
        'column: name': ["id: 'name'", "'@anna'"],
        'column: email': ["id: 'email'", 'anna@x.example'],
        'column: group': ["id: 'group'", "'default', '$1.00'"],
        'column: balance': ["id: 'quota'", "'$1.00'"],
        'column: used': ["id: 'used'", "'$0.50'"],
        'column: requests': ["id: 'requests'", "'42', 'Admin'"],
        'column: role': ["id: 'role'", "'Admin'"],
        'column: status': ["id: 'status'", "'Banned'"],
      },
    },
    {
      from: '1 §3',
      file: 'web/features/users/user-cells.tsx',
      test: 'web/features/users/user-list.test.tsx',
      elements: {
        'column: invitations': ["t('invitedBy'", 'Invited by eve'],
      },
    },
    {
      from: '1 §4',
      file: 'web/features/users/user-badges.tsx',
      test: 'web/features/users/users-page.test.tsx',
      elements: {
        'role 1: ordinary': ["return 'roleOrdinary'", 'Regular user'],
        'any other role is unknown': ["return 'roleUnknown'", 'Unknown role'],
        'status 1: activated': ["return 'statusActive'", 'Active'],
        'cancelled, by DeletedAt': ["return 'statusDeleted'", 'Deleted'],
      },
    },
    {
      from: '1 §4',
      file: 'web/features/users/user-badges.tsx',
      test: 'web/features/users/user-list.test.tsx',
      elements: {
        'role 10: admin': ["return 'roleAdmin'", "'Admin'"],
        'status 2: banned': ["? 'statusBanned'", "'Banned'"],
        'any other status is unknown': [": 'statusUnknown'", 'Unknown status'],
      },
    },
    {
      from: '1 §4',
      file: 'contract/user.ts',
      test: 'web/features/users/user-rank.test.ts',
      elements: {
        'role 100: super admin': ['root: 100', 'the super admin promotes'],
      },
    },
    {
      from: '1 §4',
      file: 'web/features/users/user-rank.ts',
      test: 'web/features/users/user-rank.test.ts',
      elements: {
        'an unknown status cannot be enabled': [
          'enable: user.status === userStatuses.banned',
          'an unknown status cannot be enabled',
        ],
        'nothing is left to do to a cancelled account': [
          'if (isDeleted(user)',
          'nothing is left to do to a deleted account',
        ],
      },
    },
    {
      from: '1 §4',
      file: 'web/features/users/user-actions.ts',
      test: 'e2e/users.test.ts',
      elements: {
        'action: promote': ["label: 'promote'", "['Make admin', 'Admin']"],
        'action: demote': ["label: 'demote'", "['Remove admin', 'Regular user']"],
        'action: disable': ["label: 'disable'", "['Ban', 'Banned']"],
        'action: enable': ["label: 'enable'", "choose('dora', 'Unban')"],
        'action: delete, which is called cancelling': ["label: 'remove'", 'cancels an account for good'],
        'action: edit': ["label: 'edit'", "choose('berta', 'Edit')"],
      },
    },
    {
      from: '1 §4',
      file: 'web/features/users/user-actions.ts',
      test: 'web/features/users/users-page.test.tsx',
      elements: {
        'the row follows the answer': ['show: (user: User) => User', 'shows the status that the server answers'],
      },
    },
    {
      from: '1 §2, 1 §5',
      file: 'web/features/users/user-form.ts',
      test: 'web/features/users/users-page.test.tsx',
      elements: {
        'new user: name and password are needed': ["required: 'passwordMissing'", 'Enter a password'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/users/add-user-drawer.tsx',
      test: 'web/features/users/users-page.test.tsx',
      elements: {
        'a drawer to add: username, display name, password': ['name="displayName" optional', 'adds a user'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/users/edit-user-drawer.tsx',
      test: 'e2e/users.test.ts',
      elements: {
        'a drawer to edit': ["t('editUser')", '/user/edit/$'],
      },
    },
    {
      from: '1 §5',
      file: 'web/features/users/user-form.ts',
      test: 'e2e/users.test.ts',
      elements: {
        'a password has at least 8 signs': ['passwordFault(password)', 'Use at least 8 characters'],
        'only groups that exist': ['groupChoices', "['default', 'vip', 'svip']"],
      },
    },
    {
      from: '1 §6',
      file: 'web/features/users/quota-change-field.tsx',
      test: 'web/features/users/users-page.test.tsx',
      elements: {
        'quota is taken by negative amounts': ["t('balanceDebt')", 'takes quota away'],
      },
    },
    {
      from: '1 §6',
      file: 'server/domain/people/user-ranks.ts',
      test: 'server/api/users.test.ts',
      elements: {
        "users are administrators' to see": ['checkReach', 'is read by whoever outranks him'],
      },
    },
  ],
}
