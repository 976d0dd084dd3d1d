import type { Chapter } from './element.ts'

export const settings: Chapter = {
  title: 'System settings',
  parts: [
    {
      from: '2 §2.2',
      file: 'web/features/settings/settings-search.ts',
      test: 'e2e/settings.test.ts',
      elements: {
        'tab: operation': ["'operation'", "'Operation',"],
        'tab: ratelimit': ["'ratelimit'", "'ratelimit'"],
        'tab: models': ["'models'", "'models', ['Global'"],
        'tab: system': ["'system'", "'system',"],
        'tab: other': ["'other'", "'other', ['Site content'"],
      },
    },
    {
      from: '2 §2.2',
      file: 'web/features/settings/settings-page.tsx',
      test: 'e2e/settings.test.ts',
      elements: {
        'operation at first, and the address names the tab': ["?? 'operation'", 'its address names the tab'],
      },
    },
    {
      from: '2 §2.2',
      file: 'web/features/settings/settings-search.ts',
      test: 'web/app/shell.test.tsx',
      elements: {
        'kept addresses of prices lead to their page': ["to: '/price'", "'/setting?tab=prices', '/price'"],
        'kept addresses of groups lead to their page': ["to: '/group'", "'/setting?tab=groups', '/group'"],
      },
    },
    {
      from: '1 §2, 2 §2.2',
      file: 'contract/options.ts',
      test: 'e2e/settings.test.ts',
      elements: {
        'section: general': ["section('operation', 'general'", "'General',"],
        'section: drawing': ["section('operation', 'drawing'", "'Drawing',"],
        'section: sensitive words': ["section('operation', 'sensitive'", "'Blocked words'"],
        'section: logs': ["section('operation', 'log'", "'Logs'"],
        'section: dashboard': ["section('operation', 'dashboard'", "'Data dashboard'"],
        'section: monitoring': ["section('operation', 'monitoring'", "'Monitoring'"],
        'section: check-in': ["section('operation', 'checkin'", "'Check-in'"],
        'section: quota': ["section('operation', 'quota'", "'Quota'"],
        'section: group ratios': ["section('groups', 'groups'", "'Group ratios'"],
        'section: chat links': ["section('operation', 'chats'", "'Token chat links'"],
        'section: prices': ["section('prices', 'ratios'", "'Model prices'"],
        'section: rate limit': ["section('ratelimit', 'ratelimit'", "'Request rate limit'"],
        'section: global': ["section('models', 'global'", "'Global'"],
        'section: Gemini': ["section('models', 'gemini'", "'Gemini'"],
        'section: Claude': ["section('models', 'claude'", "'Claude'"],
        'section: site': ["section('system', 'site'", "'General',"],
        'section: worker': ["section('system', 'worker'", "'Worker proxy'"],
        'section: payment': ["section('system', 'payment'", "'Payment'"],
        'section: login and registration': ["section('system', 'login'", "'Login and registration'"],
        'section: mail domains': ["section('system', 'email-domains'", "'Email domain allowlist'"],
        'section: SMTP': ["section('system', 'smtp'", "'SMTP'"],
        'section: human check': ["section('system', 'turnstile'", "'Turnstile'"],
        'section: texts': ["section('other', 'texts'", "'Site content'"],
      },
    },
    {
      from: '1 §2',
      file: 'contract/registry-options.ts',
      test: 'e2e/settings.test.ts',
      elements: {
        'section: OIDC': ['signinOptions', "'OIDC'"],
        'section: GitHub': ['signinOptions', "'GitHub OAuth'"],
        'section: Linux DO': ['signinOptions', "'Linux DO OAuth'"],
        'section: WeChat': ['signinOptions', "'WeChat server'"],
        'section: Telegram': ['signinOptions', "'Telegram login'"],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/settings/version-section.tsx',
      test: 'e2e/settings.test.ts',
      elements: {
        'section: version': ["t('versionNow')", "'Version'"],
      },
    },
    {
      from: '1 §2, 1 §7',
      file: 'web/features/settings/version-section.tsx',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'a look for a newer version': ['call(optionCalls.latestRelease)', 'Check for updates'],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/settings/texts-section.tsx',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'text: notice': ["'Notice'", 'Announcement updated'],
        'text: system name': ["'SystemName'", 'System name updated'],
        'text: logo': ["'Logo'", 'Logo updated'],
        'text: home page': ["'HomePageContent'", 'Home page content updated'],
        'text: about': ["'About'", 'About updated'],
        'text: footer': ["'Footer'", 'Footer updated'],
      },
    },
    {
      from: '1 §4, 2 §4.4',
      file: 'web/features/settings/use-save.ts',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'only what was changed is saved, one call each': [
          'saveChanges(changes, put)',
          'sends only what changed in the section, one call each',
        ],
        'nothing was changed': ["t('nothingChanged')", 'says when nothing was changed'],
        'options are read again afterwards': ['refresh(optionCalls.list)', '1 unsaved change'],
      },
    },
    {
      from: '1 §5, 2 §5.1',
      file: 'web/features/settings/use-save.ts',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'a failed check is told when saving': ["t('checkInput')", 'Check what you entered'],
        'payment needs the server address': ["t('serverAddressFirst')", 'Enter the server address first'],
      },
    },
    {
      from: '1 §5, 2 §5.1',
      file: 'web/features/settings/fault-text.ts',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'JSON is checked when its field is left': ["'faultJson'", 'shows on leaving where a text stops being JSON'],
        'top-up ratios are JSON': ["'faultTopupGroupRatio'", 'Top-up group ratios: invalid JSON'],
      },
    },
    {
      from: '1 §5',
      file: 'web/features/settings/domain-list.ts',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'a mail domain has the form of one': ["fault: 'format'", 'Enter a domain such as example.com'],
        'a mail domain stands once': ["fault: 'repeated'", 'This domain is already in the list'],
      },
    },
    {
      from: '1 §5',
      file: 'web/features/settings/discovery-button.tsx',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'the well-known address begins with http': ["t('discoveryAddress')", 'must start with http:// or https://'],
        'it fills in the endpoints': ['way.discovery', 'fills in the endpoints that an OIDC provider tells'],
        'it could not be read': ["t('discoveryFailed'", 'fetch the OIDC configuration'],
      },
    },
    {
      from: '1 §5',
      file: 'contract/signin-ways/oidc.ts',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'filled in: authorization_endpoint': ["authorization_endpoint: 'oidc", "authorization_endpoint: 'https"],
        'filled in: token_endpoint': ["token_endpoint: 'oidc", "token_endpoint: 'https"],
        'filled in: userinfo_endpoint': ['userinfo_endpoint:', "userinfo_endpoint: 'https"],
      },
    },
    {
      from: '1 §5, 2 §5.3',
      file: 'contract/options.ts',
      test: 'contract/option-defaults.test.ts',
      elements: {
        'the interval of the dashboard is a minute at least': [
          'DataExportInterval: kept(integer(5, { min: 1',
          "['DataExportInterval'",
        ],
        'the dashboard by the hour, day or week': [
          "choice(['hour', 'day', 'week']",
          'is told by the hour, the day or the week',
        ],
        'check-in quota is not below 0': ['CheckInQuota: gift', "['CheckInQuota'"],
        'highest check-in quota is not below 0': ['CheckInMaxQuota: gift', "['CheckInMaxQuota'"],
        'the threshold that disables is not below 0': [
          'ChannelDisableThreshold: decimal(5, { min: 0',
          "['ChannelDisableThreshold'",
        ],
        'a thinking budget of Gemini is from 0.1 to 1': [
          '{ min: 0.1, max: 1,',
          "'gemini.thinking_adapter_budget_tokens_percentage', { least",
        ],
        'a thinking budget of Claude is from 0.1 to 1': [
          "share(0.8, 'claude.thinking",
          "'claude.thinking_adapter_budget_tokens_percentage', { least",
        ],
        'the ping interval is a second at least': [
          "'general_setting.ping_interval_seconds': integer(60, {",
          "'general_setting.ping_interval_seconds', { least",
        ],
      },
    },
    {
      from: '2 §5.2',
      file: 'contract/options.ts',
      test: 'contract/option-defaults.test.ts',
      elements: {
        'the period is not below 0': [
          'ModelRequestRateLimitDurationMinutes: integer(1, { min: 0',
          "['ModelRequestRateLimitDurationMinutes'",
        ],
        'requests are not below 0, but for -1': [
          'ModelRequestRateLimitCount: integer(0, { min: -1',
          "['ModelRequestRateLimitCount'",
        ],
        'successful requests are 1 at least': [
          'ModelRequestRateLimitSuccessCount: integer(1000, { min: 1',
          "['ModelRequestRateLimitSuccessCount'",
        ],
      },
    },
    {
      from: '2 §5.2',
      file: 'server/domain/limits.ts',
      test: 'server/domain/limits.test.ts',
      elements: {
        '0 requests are no limit': ['requests.count <= 0', 'without one where it is 0'],
        'failed requests count': [
          'requests.window.take',
          'that succeed are counted apart from those that come to nothing',
        ],
      },
    },
    {
      from: '2 §9',
      file: 'contract/options.ts',
      test: 'contract/option-defaults.test.ts',
      elements: {
        'the rate limit is off at first': [
          'ModelRequestRateLimitEnabled: flag(false)',
          'ModelRequestRateLimitEnabled: false',
        ],
        'the period is a minute at first': [
          'ModelRequestRateLimitDurationMinutes: integer(1',
          'ModelRequestRateLimitDurationMinutes: 1',
        ],
        'requests without a limit at first': ['ModelRequestRateLimitCount: integer(0', 'ModelRequestRateLimitCount: 0'],
        '1000 successful requests at first': [
          'ModelRequestRateLimitSuccessCount: integer(1000',
          'ModelRequestRateLimitSuccessCount: 1000',
        ],
        'a ping every 60 seconds': ["ping_interval_seconds': integer(60", "ping_interval_seconds': 60"],
        'a share of 0.8 of Claude thinks': ['share(0.8', "budget_tokens_percentage': 0.8"],
        'a share of 0.6 of Gemini thinks': ['share(0.6', "budget_tokens_percentage': 0.6"],
        "Claude's suffix acts at first": [
          "'claude.thinking_adapter_enabled': flag(true)",
          "'claude.thinking_adapter_enabled': true",
        ],
        "Gemini's suffix does not": [
          "'gemini.thinking_adapter_enabled': flag(false)",
          "'gemini.thinking_adapter_enabled': false",
        ],
        'chat links are none at first': ['Chats: json(z.array(chatPage), []', 'Chats: []'],
        'the dashboard is by the hour at first': ["'hour', { public: true }", "DataExportDefaultTime: 'hour'"],
        'its interval is 5 at first': ['kept(integer(5', 'DataExportInterval: 5'],
      },
    },
    {
      from: '2 §5.3',
      file: 'web/features/settings/option-field.tsx',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'the ping interval is locked until pings are on': [
          "t('enabledByOff'",
          'locks what needs another switch until that is on',
        ],
      },
    },
    {
      from: '1 §5',
      file: 'contract/option-fields.ts',
      test: 'contract/options.test.ts',
      elements: {
        'a sensitive word may be a regular expression': [
          "patternMark = 'regex:'",
          'of sensitive words has no expression that could take forever',
        ],
      },
    },
    {
      from: '1 §5',
      file: 'server/domain/channels/channel-faults.ts',
      test: 'server/relay/operator-options.test.ts',
      elements: {
        'phrases that disable a channel, in whatever case': ['hasKeyword', 'in whatever case'],
      },
    },
    {
      from: '1 §6, 2 §1, 2 §6',
      file: 'contract/options.ts',
      test: 'contract/options.test.ts',
      elements: {
        'the super admin alone sets the top-up link': [
          "TopUpLink: link({ rank: 'root'",
          'leaves administrators what they can take nothing',
        ],
      },
    },
    {
      from: '2 §6',
      file: 'web/features/settings/option-field.tsx',
      test: 'web/features/settings/settings-page.test.tsx',
      elements: {
        'to administrators it is shown as his': [
          "t('rootOnly')",
          'shows administrators that a setting is the super admin’s',
        ],
      },
    },
    {
      from: '2 §7.1',
      file: 'web/features/settings/prices/ratio-forms.tsx',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'model ratios are put back': [
          'optionCalls.resetModelRatio',
          'all model ratios are put back once that was confirmed',
        ],
      },
    },
  ],
}
