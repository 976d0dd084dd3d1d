import type { Chapter } from './element.ts'

export const accounts: Chapter = {
  title: 'Sign-in, registration and passwords',
  parts: [
    {
      from: '1 §2',
      file: 'web/features/session/login-page.tsx',
      test: 'web/features/session/login-page.test.tsx',
      elements: {
        'login: username or email': ["t('usernameOrEmail')", "'Username or email'"],
        'login: password': ["t('password')}", "getByLabelText('Password')"],
        'login: both are needed': ["t('credentialsMissing')", 'Enter your username and password'],
        'login: says when the last one has expired': ["expired === 'true'", 'says when a login has expired'],
        'login: leads to the tokens': ["navigate({ to: '/token' })", 'remembers the user and goes to the tokens'],
        'login: the user is kept': ['rememberUser(user)', 'currentUser()?.username'],
        'login: a warning for the well-known account': [
          'wellKnown.password',
          'warns whoever logs in with the well-known account',
        ],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/session/login-page.tsx',
      test: 'e2e/password-reset.test.ts',
      elements: {
        'login: the human check': ['humanCheck.widget', 'guards the login too'],
        'login: way to a new password': ['to="/reset"', 'Forgot password?'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/session/external-logins.tsx',
      test: 'web/app/made-up-way.test.tsx',
      elements: {
        'login: a button for each way that is turned on': [
          'isOffered(way, status)',
          'has its button on the login page',
        ],
      },
    },
    {
      from: '1 §2',
      file: 'contract/signin-ways/github.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        'way in: GitHub, by github_oauth': ["shown: 'github_oauth'", 'GitHubOAuthEnabled'],
      },
    },
    {
      from: '1 §2',
      file: 'contract/signin-ways/oidc.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        'way in: OIDC, by oidc_enabled': ["shown: 'oidc_enabled'", 'signs in with a real OpenID provider'],
      },
    },
    {
      from: '1 §2',
      file: 'contract/signin-ways/wechat.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        'way in: WeChat, by wechat_login': ["shown: 'wechat_login'", 'WeChatAuthEnabled'],
      },
    },
    {
      from: '1 §2',
      file: 'contract/signin-ways/telegram.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        'way in: Telegram, by telegram_oauth': ["shown: 'telegram_oauth'", 'believes what Telegram signed just now'],
      },
    },
    {
      from: '1 §2',
      file: 'contract/signin-ways/linuxdo.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        'way in: Linux DO, by linuxdo_oauth': ["shown: 'linuxdo_oauth'", 'LinuxDOOAuthEnabled'],
      },
    },
    {
      from: '1 §2, 1 §4',
      file: 'web/features/session/external-logins.tsx',
      test: 'web/features/session/external-logins.test.tsx',
      elements: {
        'WeChat and Telegram lead home': ["navigate({ to: '/' })", 'leads home'],
      },
    },
    {
      from: '2 §4.11',
      file: 'web/features/session/callback-page.tsx',
      test: 'web/features/session/callback-page.test.tsx',
      elements: {
        'back from a provider: signed in, to the tokens': [
          "takeWayBack() ?? '/token'",
          'signs in once and goes to the tokens',
        ],
        'back from a provider: bound, to the settings': [
          "data.message === 'bind'",
          'goes to the settings of an administrator when it bound',
        ],
        'back from a provider: what went wrong is said': [
          "'callbackFailed'",
          'says what went wrong before it takes a stranger',
        ],
        'back from a provider: then to the login': ['afterFailureMilliseconds', 'leaves for the login'],
      },
    },
    {
      from: '1 §2, 1 §5',
      file: 'web/features/session/register-page.tsx',
      test: 'web/features/session/register-page.test.tsx',
      elements: {
        'register: username': ['name="username"', "fill(/^Username/, 'ada')"],
        'register: password': ['name="password"', "fill(/^Password/, 'short')"],
        'register: confirmation': ['password2: repeated', 'fill(/^Confirm password/'],
        'register: at least 8 signs': ['passwordFault(password)', 'Use at least 8 characters'],
        'register: both passwords match': ["t('passwordsDiffer')", 'The two passwords do not match'],
        'register: the code of whoever invited': ['aff_code: code', 'sends the invitation that the link carried'],
        'register: email and its code where they are asked for': ['{email_verification && (', 'Get code'],
        'register: the code is needed': ["'codeMissing'", 'Enter the code from the email'],
        'register: email is needed': ["'emailMissing'", 'Enter your email address'],
      },
    },
    {
      from: '1 §5',
      file: 'web/ui/human-check.tsx',
      test: 'web/features/session/reset-page.test.tsx',
      elements: {
        'the human check is waited for': [
          "t('humanCheckPending')",
          'wait for the human check before a mail is asked for',
        ],
      },
    },
    {
      from: '2 §2.7, 2 §5.8',
      file: 'web/features/session/reset-request-page.tsx',
      test: 'e2e/password-reset.test.ts',
      elements: {
        'reset: email': ['<RecordField edit={edit} name="email">', "getByLabel('Email').fill"],
        'reset: the button rests and counts down': ["t('retryIn',", 'Try again in \\d+ s'],
        'reset: the human check': ['humanCheck.widget', 'is waited for before a mail is asked for'],
      },
    },
    {
      from: '2 §2.7, 2 §4.6',
      file: 'web/features/session/reset-confirm-page.tsx',
      test: 'web/features/session/reset-page.test.tsx',
      elements: {
        'new password: address and proof of the link are sent': [
          'body: { email, token }',
          "toEqual({ email: 'ada@example.com', token: 't1' })",
        ],
        'new password: copied by itself': ['copyText(password)', 'clipboard.readText()'],
      },
    },
    {
      from: '2 §2.7, 2 §4.6',
      file: 'web/features/session/reset-confirm-page.tsx',
      test: 'e2e/password-reset.test.ts',
      elements: {
        'new password: shown as done': ["t('resetDone')", 'The password has been reset.'],
        'new password: shown to be copied again': ['text={reset.data}', "locator('code').innerText()"],
        'new password: a link that is not whole': ["t('resetLinkWrong')", 'is told when the link is not whole'],
      },
    },
    {
      from: '1 §7',
      file: 'server/api/session.ts',
      test: 'server/api/session.test.ts',
      elements: {
        'log out ends the session': ['logout:', 'logout ends the session for good'],
      },
    },
    {
      from: '1 §4',
      file: 'web/features/settings/use-option-change.ts',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'turning off the login by password is asked about': [
          "t('passwordOffTitle')",
          'asks before the login by password is turned off',
        ],
        'cancelling puts it back on': ["draft.type(key, 'true')", 'puts it back on when cancelled'],
      },
    },
  ],
}
