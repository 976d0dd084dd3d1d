import type { Chapter } from './element.ts'

export const personal: Chapter = {
  title: 'Personal settings',
  parts: [
    {
      from: '1 §2',
      file: 'web/features/personal/balance-tiles.tsx',
      test: 'web/features/personal/balance-tiles.test.tsx',
      elements: {
        balance: ["t('balance')", "getByText('$3.00')"],
        'used quota': ["t('used')", '$0.50'],
        requests: ["t('requests')", '1,234'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/personal/profile-card.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'admin stands for the super admin alone': [
          "user.role >= roles.root ? t('roleLabelRoot')",
          'calls only the super admin an admin',
        ],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/personal/models-section.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'models, each copied with a click': ['copyText(name)', 'Copied: model-10'],
        'models unfolded and folded': ["t('modelsMore'", 'Show all 12'],
      },
    },
    {
      from: '1 §2, 1 §4',
      file: 'web/features/personal/check-in-card.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'check in now': ["'checkInNow')", 'Check in now'],
        'already checked in today': ["'checkInAlready' :", 'Already checked in today'],
        'what it brought, in dollars': ["t('checkInDone'", 'Checked in: $0.002'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/personal/personal-page.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'no check-in where it is off': ['{check_in_enabled && <CheckInCard />}', 'is not there where it is turned off'],
      },
    },
    {
      from: '1 §2, 1 §4',
      file: 'web/features/personal/invite-card.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'invite link, copied': ['copyText(link)', 'gives a link with the own code'],
        'earnings to transfer': ["t('inviteReady')", 'aff_quota: 600_000'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/personal/invite-card.tsx',
      test: 'web/features/personal/balance-tiles.test.tsx',
      elements: {
        'earnings in all': ["t('inviteEarned')", 'Total earned'],
        'people invited': ["t('inviteCount')", "figureOf('Invited')"],
      },
    },
    {
      from: '1 §4, 1 §5',
      file: 'web/features/personal/transfer-dialog.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'transfer to the balance': ['affiliates.transfer', 'toEqual({ quota: 500_000 })'],
        'a dollar is transferred at least': ["t('transferLeast'", 'The minimum transfer is $1.00'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/personal/bindings-section.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'bindings of all ways': ['signinWays.map', 'offers what the operator has turned on'],
        'a way that is not offered': ["t('notOffered')", 'Not enabled: WeChat'],
        'binding of WeChat by code': ['bindWith(way, proof)', 'binds WeChat with the code'],
      },
    },
    {
      from: '1 §2, 1 §5',
      file: 'web/features/personal/email-dialog.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'binding of an email': ['emails.bind', 'binds an email address'],
        'the email is needed': ["required: 'emailMissing'", 'Enter your email address'],
        'the code is needed': ["required: 'codeMissing'", 'Enter the code from the email'],
      },
    },
    {
      from: '1 §2, 1 §5',
      file: 'web/features/personal/password-dialog.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'change of the password': ['session.updateSelf', 'changes the password with the current one'],
        'new password and confirmation match': ["t('passwordsDiffer')", 'The two passwords do not match'],
      },
    },
    {
      from: '1 §2, 1 §5',
      file: 'web/features/personal/security-section.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'the end of the account': ['session.deleteSelf', 'deletes the account only when its name was typed'],
        'the own name is typed': ['typed: user.username', 'Type “ada” to confirm'],
        'system access token, copied': ['copyText(token)', 'makes an access token after asking'],
      },
    },
    {
      from: '1 §7',
      file: 'web/features/personal/account-section.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'change of the display name': ['display_name: displayName.trim()', 'changes the display name'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/personal/preferences-section.tsx',
      test: 'web/features/personal/preferences-section.test.tsx',
      elements: {
        'tab of notices': ["t('tabNotification')", 'sends only what was changed'],
        'tab of prices': ["t('tabPrice')", "name: 'Prices'"],
      },
    },
    {
      from: '1 §3, 1 §5',
      file: 'web/features/personal/notification-fields.tsx',
      test: 'web/features/personal/preferences-section.test.tsx',
      elements: {
        'notices by mail or webhook': ["value: 'webhook', label", "getByLabelText('Webhook')"],
        'threshold of the warning': ['name="threshold"', 'quota_warning_threshold: 1_000_000'],
      },
    },
    {
      from: '1 §3',
      file: 'web/features/personal/notification-fields.tsx',
      test: 'e2e/personal.test.ts',
      elements: {
        'address for notices': ['name="email"', 'keep how notices are sent'],
      },
    },
    {
      from: '1 §3, 1 §5',
      file: 'web/features/personal/preferences-form.ts',
      test: 'web/features/personal/preferences-section.test.tsx',
      elements: {
        'a webhook is https': ["t('webhookUrlHttps')", 'The address must start with https://'],
        'a webhook needs an address': ["t('webhookUrlMissing')", 'Enter the webhook address'],
      },
    },
    {
      from: '1 §5',
      file: 'server/domain/messages/webhooks.ts',
      test: 'server/domain/messages/webhooks.test.ts',
      elements: {
        'a webhook is posted to': ["method: 'POST'", 'is called with a signature'],
        'its secret is a bearer': ['authorization: `Bearer', 'the secret as a bearer'],
      },
    },
    {
      from: '1 §3',
      file: 'web/features/personal/preferences-section.tsx',
      test: 'web/features/personal/preferences-section.test.tsx',
      elements: {
        'calls without a price are accepted': ['name="acceptsUnset"', 'accepts models without a price'],
      },
    },
    {
      from: '1 §4',
      file: 'server/domain/wallet/check-ins.ts',
      test: 'server/api/check-ins.test.ts',
      elements: {
        'a check-in once a day': ['checkIn: async', 'brings the quota the operator chose, once'],
      },
    },
  ],
}
