import type { Chapter } from './element.ts'

export const setup: Chapter = {
  title: 'Setup',
  parts: [
    {
      from: '2 §2.14',
      file: 'web/features/setup/setup-page.tsx',
      test: 'web/features/setup/setup-page.test.tsx',
      elements: {
        'a warning for SQLite': ["database_type === 'sqlite'", 'warns when the database is SQLite'],
      },
    },
    {
      from: '2 §2.14, 2 §3.6',
      file: 'web/features/setup/setup-form.tsx',
      test: 'web/features/setup/setup-page.test.tsx',
      elements: {
        'account: username': ['name="username"', 'getByLabelText(/^Username/)'],
        'account: password': ['name="password"', 'getByLabelText(/^Password/)'],
        'account: confirmation': ['confirmPassword: repeated', 'getByLabelText(/^Confirm password/)'],
        'no account where there is one': ['{!hasAdmin && (', 'asks for the mode alone'],
        'the mode is sent as two flags': [
          "SelfUseModeEnabled: mode === 'self'",
          'sends the account and the mode as two flags',
        ],
        'demo as a flag': ["DemoSiteEnabled: mode === 'demo'", 'DemoSiteEnabled: false'],
      },
    },
    {
      from: '2 §1, 2 §2.14',
      file: 'web/features/setup/setup-form.tsx',
      test: 'web/features/setup/setup-form.test.tsx',
      elements: {
        'three modes: external, self, demo': ["value: 'demo', label", 'offers three modes, external first'],
        'external at first': ["start: 'external'", '[true, false, false]'],
        'a window that says what the modes mean': ["t('modeHelpTitle')", 'What do the modes mean?'],
      },
    },
    {
      from: '2 §5.10',
      file: 'web/features/setup/setup-form.tsx',
      test: 'web/features/setup/setup-page.test.tsx',
      elements: {
        'the username must not be empty': ["'usernameMissing'", 'Enter the admin’s username'],
        'the password has at least 8 signs': ["'passwordShort'", 'Use at least 8 characters'],
        'the confirmation must match': ["t('passwordsDiffer')", 'The two passwords do not match'],
      },
    },
    {
      from: '2 §5.10',
      file: 'web/features/setup/setup-page.tsx',
      test: 'e2e/messages.test.ts',
      elements: {
        'the form must be there': ["t('formBroken')", 'that the form of the setup is gone'],
      },
    },
    {
      from: '2 §7.9',
      file: 'server/api/setup.ts',
      test: 'server/api/setup.test.ts',
      elements: {
        'the setup is done once': ['plane.setup.perform', 'makes the super admin once'],
      },
    },
  ],
}
