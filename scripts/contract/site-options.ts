import type { Chapter } from './element.ts'

export const siteOptions: Chapter = {
  title: 'Options of site, accounts, mail and payment',
  parts: [
    {
      from: '1 §3',
      file: 'contract/options.ts',
      test: 'server/api/option-rules.test.ts',
      elements: {
        PasswordLoginEnabled: ['PasswordLoginEnabled: flag(true', 'PasswordLoginEnabled'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/options.ts',
      test: 'server/api/registration.test.ts',
      elements: {
        PasswordRegisterEnabled: ['PasswordRegisterEnabled: flag(true', 'PasswordRegisterEnabled'],
        EmailVerificationEnabled: ['EmailVerificationEnabled: flag(false', 'EmailVerificationEnabled'],
        RegisterEnabled: ['RegisterEnabled: flag(true', 'RegisterEnabled'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/options.ts',
      test: 'server/api/human-check.test.ts',
      elements: {
        TurnstileCheckEnabled: ['TurnstileCheckEnabled: flag(false', 'TurnstileCheckEnabled'],
        TurnstileSiteKey: ["TurnstileSiteKey: text(''", 'TurnstileSiteKey'],
        TurnstileSecretKey: ['TurnstileSecretKey: secret(', 'TurnstileSecretKey'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/signin-ways/github.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        GitHubOAuthEnabled: ["option: 'GitHubOAuthEnabled'", 'GitHubOAuthEnabled'],
        GitHubClientId: ["GitHubClientId: 'text'", 'GitHubClientId'],
        GitHubClientSecret: ["GitHubClientSecret: 'secret'", 'GitHubClientSecret'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/signin-ways/wechat.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        WeChatAuthEnabled: ["option: 'WeChatAuthEnabled'", 'WeChatAuthEnabled'],
        WeChatServerAddress: ["WeChatServerAddress: 'server'", 'WeChatServerAddress'],
        WeChatServerToken: ["WeChatServerToken: 'secret'", 'WeChatServerToken'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/signin-ways/telegram.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        TelegramOAuthEnabled: ["option: 'TelegramOAuthEnabled'", 'TelegramOAuthEnabled'],
        TelegramBotToken: ["TelegramBotToken: 'secret'", 'TelegramBotToken'],
        TelegramBotName: ["TelegramBotName: 'botName'", 'TelegramBotName'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/signin-ways/linuxdo.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        LinuxDOOAuthEnabled: ["option: 'LinuxDOOAuthEnabled'", 'LinuxDOOAuthEnabled'],
        LinuxDOClientId: ["LinuxDOClientId: 'text'", 'LinuxDOClientId'],
        LinuxDOClientSecret: ["LinuxDOClientSecret: 'secret'", 'LinuxDOClientSecret'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/signin-ways/oidc.ts',
      test: 'server/api/signin.test.ts',
      elements: {
        'oidc.enabled': ["option: 'oidc.enabled'", 'oidc.enabled'],
        'oidc.client_id': ["'oidc.client_id': 'text'", 'oidc.client_id'],
        'oidc.client_secret': ["'oidc.client_secret': 'secret'", 'oidc.client_secret'],
        'oidc.authorization_endpoint': ["'oidc.authorization_endpoint': 'link'", 'oidc.authorization_endpoint'],
        'oidc.token_endpoint': ["'oidc.token_endpoint': 'link'", 'oidc.token_endpoint'],
        'oidc.user_info_endpoint': ["'oidc.user_info_endpoint': 'link'", 'oidc.user_info_endpoint'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/options.ts',
      test: 'server/api/emails.test.ts',
      elements: {
        EmailDomainRestrictionEnabled: ['EmailDomainRestrictionEnabled: flag(false', 'EmailDomainRestrictionEnabled'],
        EmailAliasRestrictionEnabled: ['EmailAliasRestrictionEnabled: flag(false', 'EmailAliasRestrictionEnabled'],
        EmailDomainWhitelist: ['EmailDomainWhitelist: domains', 'EmailDomainWhitelist'],
        SMTPServer: ['SMTPServer: host(', 'SMTPServer'],
        SMTPPort: ['SMTPPort: integer(587', 'SMTPPort'],
        SMTPAccount: ["SMTPAccount: text(''", 'SMTPAccount'],
        SMTPFrom: ['SMTPFrom: sender(', 'SMTPFrom'],
        SMTPToken: ['SMTPToken: secret(', 'SMTPToken'],
        SMTPSSLEnabled: ['SMTPSSLEnabled: flag(false', 'SMTPSSLEnabled'],
        ServerAddress: ['ServerAddress: server', 'ServerAddress'],
        SystemName: ["SystemName: text('Sluice'", 'SystemName'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/options.ts',
      test: 'server/domain/messages/webhooks.test.ts',
      elements: {
        WorkerUrl: ['WorkerUrl: server(', 'WorkerUrl'],
        WorkerValidKey: ['WorkerValidKey: secret(', 'WorkerValidKey'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/options.ts',
      test: 'server/api/options.test.ts',
      elements: {
        Notice: ["Notice: longText(''", 'Notice'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/options.ts',
      test: 'e2e/markup.test.ts',
      elements: {
        Logo: ['Logo: picture', 'Logo'],
        Footer: ["Footer: longText(''", 'Footer'],
        About: ["About: longText(''", 'About'],
        HomePageContent: ["HomePageContent: longText(''", 'HomePageContent'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/payment-providers/epay.ts',
      test: 'server/api/wallet.test.ts',
      elements: {
        PayAddress: ["PayAddress: 'server'", 'PayAddress'],
        EpayId: ["EpayId: 'text'", 'EpayId'],
        EpayKey: ["EpayKey: 'secret'", 'EpayKey'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/options.ts',
      test: 'server/api/wallet.test.ts',
      elements: {
        Price: ['Price: decimal(7.3', 'Price'],
        MinTopUp: ['MinTopUp: integer(1', 'MinTopUp'],
        CustomCallbackAddress: ['CustomCallbackAddress: server(', 'CustomCallbackAddress'],
        TopupGroupRatio: ['TopupGroupRatio: json(groupAmounts', 'TopupGroupRatio'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/signin-ways/oidc.ts',
      test: 'server/api/options.test.ts',
      elements: {
        'oidc.well_known': ["'oidc.well_known': 'link'", 'oidc.well_known'],
      },
    },
    {
      from: '1 §3',
      file: 'contract/signin-ways/wechat.ts',
      test: 'web/ui/code-dialog.test.tsx',
      elements: {
        WeChatAccountQRCodeImageURL: ["WeChatAccountQRCodeImageURL: 'picture'", 'wechat_qrcode'],
      },
    },
  ],
}
