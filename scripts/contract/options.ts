import type { Chapter } from './element.ts'

export const options: Chapter = {
  title: 'Options of operation, limits and models',
  parts: [
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'e2e/wallet.test.ts',
      elements: {
        TopUpLink: ['TopUpLink: link', 'TopUpLink'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'e2e/markup.test.ts',
      elements: {
        'general_setting.docs_link': ["'general_setting.docs_link': link", 'general_setting.docs_link'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/option-rules.test.ts',
      elements: {
        QuotaPerUnit: ['QuotaPerUnit: integer(500_000', 'QuotaPerUnit'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/operator-options.test.ts',
      elements: {
        RetryTimes: ['RetryTimes: integer(3', "set('RetryTimes', times)"],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/bill.test.ts',
      elements: {
        DisplayInCurrencyEnabled: ['DisplayInCurrencyEnabled: flag(true', 'DisplayInCurrencyEnabled'],
        DisplayTokenStatEnabled: ['DisplayTokenStatEnabled: flag(true', 'DisplayTokenStatEnabled'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'web/app/shell.test.tsx',
      elements: {
        DefaultCollapseSidebar: ['DefaultCollapseSidebar: flag(false', 'default_collapse_sidebar: true'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/control-server.test.ts',
      elements: {
        DemoSiteEnabled: ['DemoSiteEnabled: flag(false', 'DemoSiteEnabled'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/price-of.test.ts',
      elements: {
        SelfUseModeEnabled: ['SelfUseModeEnabled: flag(false', 'SelfUseModeEnabled'],
        ModelRatio: ['ModelRatio: json(modelAmounts', 'ModelRatio'],
        CompletionRatio: ['CompletionRatio: json(modelAmounts', 'CompletionRatio'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'e2e/tasks.test.ts',
      elements: {
        DrawingEnabled: ['DrawingEnabled: flag(true', 'DrawingEnabled'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/tasks/task-media.test.ts',
      elements: {
        MjNotifyEnabled: ['MjNotifyEnabled: flag(false', 'MjNotifyEnabled'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/tasks/drawings.test.ts',
      elements: {
        MjAccountFilterEnabled: ['MjAccountFilterEnabled: flag(false', 'MjAccountFilterEnabled'],
        MjModeClearEnabled: ['MjModeClearEnabled: flag(false', 'MjModeClearEnabled'],
        MjActionCheckSuccessEnabled: ['MjActionCheckSuccessEnabled: flag(true', 'MjActionCheckSuccessEnabled'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/tasks.test.ts',
      elements: {
        MjForwardUrlEnabled: ['MjForwardUrlEnabled: flag(true', 'MjForwardUrlEnabled'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/searched-words.test.ts',
      elements: {
        CheckSensitiveEnabled: ['CheckSensitiveEnabled: flag(true', 'CheckSensitiveEnabled'],
        CheckSensitiveOnPromptEnabled: ['CheckSensitiveOnPromptEnabled: flag(true', 'CheckSensitiveOnPromptEnabled'],
        SensitiveWords: ["SensitiveWords: patterns(['test_sensitive']", 'SensitiveWords'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/operator-options.test.ts',
      elements: {
        LogConsumeEnabled: ['LogConsumeEnabled: flag(true', 'LogConsumeEnabled'],
        DataExportEnabled: ['DataExportEnabled: flag(true', 'DataExportEnabled'],
        AutomaticDisableKeywords: ['AutomaticDisableKeywords: lines', 'AutomaticDisableKeywords'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'contract/option-defaults.test.ts',
      elements: {
        DataExportInterval: ['DataExportInterval: kept', "['DataExportInterval'"],
        DataExportDefaultTime: ["DataExportDefaultTime: choice(['hour'", "'DataExportDefaultTime', text"],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/channel-upkeep.test.ts',
      elements: {
        ChannelDisableThreshold: ['ChannelDisableThreshold: decimal(5', 'ChannelDisableThreshold'],
        AutomaticEnableChannelEnabled: ['AutomaticEnableChannelEnabled: flag(false', 'AutomaticEnableChannelEnabled'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/domain/messages/quota-watch.test.ts',
      elements: {
        QuotaRemindThreshold: ['QuotaRemindThreshold: { ...quota(1000)', 'QuotaRemindThreshold'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/channel-watch.test.ts',
      elements: {
        AutomaticDisableChannelEnabled: [
          'AutomaticDisableChannelEnabled: flag(false',
          'AutomaticDisableChannelEnabled',
        ],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/check-ins.test.ts',
      elements: {
        CheckInEnabled: ['CheckInEnabled: flag(false', 'CheckInEnabled'],
        CheckInQuota: ['CheckInQuota: gift(1000', 'CheckInQuota'],
        CheckInMaxQuota: ['CheckInMaxQuota: gift(0', 'CheckInMaxQuota'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/registration.test.ts',
      elements: {
        QuotaForNewUser: ['QuotaForNewUser: gift(0', 'QuotaForNewUser'],
        QuotaForInviter: ['QuotaForInviter: gift(0', 'QuotaForInviter'],
        QuotaForInvitee: ['QuotaForInvitee: gift(0', 'QuotaForInvitee'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/redis-away.test.ts',
      elements: {
        PreConsumedQuota: ['PreConsumedQuota: integer(500', 'PreConsumedQuota'],
      },
    },
    {
      from: '1 §3, 2 §3.1',
      file: 'contract/options.ts',
      test: 'server/domain/money/prices.test.ts',
      elements: {
        ModelPrice: ['ModelPrice: json(modelAmounts', 'ModelPrice'],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/answer-search/searched-events.test.ts',
      elements: {
        StreamCacheQueueLength: ['StreamCacheQueueLength: integer(0', 'keptBack: 3'],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/models.test.ts',
      elements: {
        CacheRatio: ['CacheRatio: json(modelAmounts', 'CacheRatio'],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/domain/money/prices.test.ts',
      elements: {
        GroupRatio: ['GroupRatio: json(groupAmounts', 'GroupRatio'],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/tokens.test.ts',
      elements: {
        UserUsableGroups: ['UserUsableGroups: json', 'UserUsableGroups'],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/answer-search/searched-answer.test.ts',
      elements: {
        CheckSensitiveOnCompletionEnabled: [
          'CheckSensitiveOnCompletionEnabled: flag(true',
          'CheckSensitiveOnCompletionEnabled',
        ],
        StopOnSensitiveEnabled: ['StopOnSensitiveEnabled: flag(true', 'StopOnSensitiveEnabled'],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/api/family-client.test.ts',
      elements: {
        Chats: ['Chats: json', 'Chats'],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/domain/limits.test.ts',
      elements: {
        ModelRequestRateLimitEnabled: ['ModelRequestRateLimitEnabled: flag(false', 'ModelRequestRateLimitEnabled'],
        ModelRequestRateLimitCount: ['ModelRequestRateLimitCount: integer(0', 'ModelRequestRateLimitCount'],
        ModelRequestRateLimitSuccessCount: [
          'ModelRequestRateLimitSuccessCount: integer(1000',
          'ModelRequestRateLimitSuccessCount',
        ],
        ModelRequestRateLimitDurationMinutes: [
          'ModelRequestRateLimitDurationMinutes: integer(1',
          'ModelRequestRateLimitDurationMinutes',
        ],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'providers/gemini-adapter.test.ts',
      elements: {
        'gemini.safety_settings': ["'gemini.safety_settings': json", 'gemini.safety_settings'],
        'gemini.version_settings': ["'gemini.version_settings': json", 'gemini.version_settings'],
        'gemini.supported_imagine_models': [
          "'gemini.supported_imagine_models': json",
          'gemini.supported_imagine_models',
        ],
        'gemini.thinking_adapter_enabled': [
          "'gemini.thinking_adapter_enabled': flag(false",
          'gemini.thinking_adapter_enabled',
        ],
        'gemini.thinking_adapter_budget_tokens_percentage': [
          "'gemini.thinking_adapter_budget_tokens_percentage': share(0.6",
          'gemini.thinking_adapter_budget_tokens_percentage',
        ],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'providers/claude-adapter.test.ts',
      elements: {
        'claude.model_headers_settings': ["'claude.model_headers_settings': json", 'claude.model_headers_settings'],
        'claude.thinking_adapter_enabled': [
          "'claude.thinking_adapter_enabled': flag(true",
          'claude.thinking_adapter_enabled',
        ],
        'claude.default_max_tokens': ["'claude.default_max_tokens': json", 'claude.default_max_tokens'],
        'claude.thinking_adapter_budget_tokens_percentage': [
          "'claude.thinking_adapter_budget_tokens_percentage': share(0.8",
          'claude.thinking_adapter_budget_tokens_percentage',
        ],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/global-options.test.ts',
      elements: {
        'global.pass_through_request_enabled': [
          "'global.pass_through_request_enabled': flag(false",
          'global.pass_through_request_enabled',
        ],
        'global.hide_upstream_error_enabled': [
          "'global.hide_upstream_error_enabled': flag(false",
          'global.hide_upstream_error_enabled',
        ],
      },
    },
    {
      from: '2 §3.1',
      file: 'contract/options.ts',
      test: 'server/relay/late-upstreams.test.ts',
      elements: {
        'general_setting.ping_interval_enabled': [
          "'general_setting.ping_interval_enabled': flag(false",
          'general_setting.ping_interval_enabled',
        ],
        'general_setting.ping_interval_seconds': [
          "'general_setting.ping_interval_seconds': integer(60",
          'general_setting.ping_interval_seconds',
        ],
      },
    },
  ],
}
