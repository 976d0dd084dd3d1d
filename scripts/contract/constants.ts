import type { Chapter } from './element.ts'

export const constants: Chapter = {
  title: 'Constants and formulas',
  parts: [
    {
      from: '1 §9, 2 §9',
      file: 'web/lib/preferences.ts',
      test: 'web/lib/preferences.test.ts',
      elements: {
        'rows per page: 10, 20, 50, 100': ['pageSizes = [10, 20, 50, 100]', '[10, 20, 50, 100]'],
        'ten rows per page at first': ['usualPageSize = 10', 'is ten rows per page'],
      },
    },
    {
      from: '1 §7, 2 §7',
      file: 'contract/fields.ts',
      test: 'server/api/users.test.ts',
      elements: {
        'page 0 is the first': ['Math.max(1, p)', "'/api/user/?p=0&page_size=2'"],
        'a page of the server has ten rows at first': ['?? size ?? 10', 'page_size).toBe(10)'],
      },
    },
    {
      from: '1 §1, 1 §9',
      file: 'web/lib/format.ts',
      test: 'web/lib/format.test.ts',
      elements: {
        'quota as dollars with two decimals': ['(quota: number, decimals = 2): string', "[500_000, '$1.00']"],
        'compact only where currency is turned off': [': compact(quota)', 'when the operator turned currency off'],
        'quota_per_unit converts quota to currency': ['quota / display.quota_per_unit', 'quota per unit'],
        'six decimals in logs': ['quotaText(quota, 6)', 'has six decimals in logs'],
      },
    },
    {
      from: '1 §1, 1 §9',
      file: 'web/lib/format-numbers.ts',
      test: 'web/lib/format.test.ts',
      elements: {
        'quota as compact numbers with k, M and B': ["notation: 'compact'", "[7_100_000_000, '7.1B']"],
      },
    },
    {
      from: '1 §9, 2 §1',
      file: 'contract/options.ts',
      test: 'contract/option-defaults.test.ts',
      elements: {
        '500000 quota are a dollar': ['QuotaPerUnit: integer(500_000', 'QuotaPerUnit: 500_000'],
        'a dollar costs 7.3 yuan at first': ['Price: decimal(7.3', 'Price: 7.3'],
        'one is bought at least at first': ['MinTopUp: integer(1,', 'MinTopUp: 1'],
      },
    },
    {
      from: '1 §9',
      file: 'web/locales/en/options.ts',
      test: 'web/features/settings/option-layout.test.ts',
      elements: {
        'a warning not to change what quota is worth': [
          'don’t change it once in use',
          'gives every option and section a name in',
        ],
      },
    },
    {
      from: '1 §9',
      file: 'web/features/personal/preferences-form.ts',
      test: 'web/features/personal/preferences-section.test.tsx',
      elements: {
        'shortcuts of the warning': ['[100_000, 500_000, 1_000_000, 5_000_000]', "name: '$2.00'"],
      },
    },
    {
      from: '1 §4, 1 §9',
      file: 'web/ui/email-code-field.tsx',
      test: 'web/features/session/register-page.test.tsx',
      elements: { 'thirty seconds between two mails with codes': ['waitSeconds = 30', 'rest for 30 seconds'] },
    },
    {
      from: '1 §4, 1 §9',
      file: 'web/locales/en/dialogs.ts',
      test: 'web/ui/code-dialog.test.tsx',
      elements: { 'a WeChat code is valid for three minutes': ['valid for three minutes', 'valid for three minutes'] },
    },
    {
      from: '1 §2, 1 §9',
      file: 'web/features/personal/models-section.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: { 'ten models of a profile are shown folded': ['shownWhenFolded = 10', 'folds more than ten models'] },
    },
    {
      from: '1 §2, 1 §9, 2 §9',
      file: 'web/features/settings/prices/price-editor.tsx',
      test: 'web/features/settings/prices/price-editor.test.tsx',
      elements: { 'ten models of a page in the editor of prices': ['pageSize = 10', 'shows ten models of a page'] },
    },
    {
      from: '1 §9',
      file: 'web/features/pricing/group-ratio.tsx',
      test: 'web/features/pricing/group-ratio.test.tsx',
      elements: {
        'a group ratio above 5 is red': ['ratio > 5', 'red above 5'],
        'a group ratio above 3 is orange': ['ratio > 3', 'orange above 3'],
        'a group ratio above 1 is blue, any other green': ["ratio > 1 ? 'info' : 'ok'", 'blue above 1 and green else'],
      },
    },
    {
      from: '1 §9, 2 §9',
      file: 'web/features/pricing/model-price.ts',
      test: 'web/features/pricing/model-price.test.ts',
      elements: {
        'a million tokens of input cost the ratio times 2 dollars': ['dollarsPerRatio = 2', 'A ratio is 2 dollars'],
        'output costs that times the completion ratio': ['input * model.completion_ratio', 'output: 10'],
        'the ratio of the group multiplies all': ['dollarsPerRatio * groupRatio', 'priceOf(model(), 0.8'],
        'cached input has a ratio': ['input * model.cache_ratio', 'cacheRead: 1.25'],
        'a call at a fixed price costs it times the ratio of the group': [
          'model.model_price * groupRatio',
          'A fixed price is for a call',
        ],
      },
    },
    {
      from: '1 §9, 2 §9',
      file: 'pricing/price.ts',
      test: 'pricing/price.test.ts',
      elements: {
        'use costs group ratio × model ratio × tokens by their ratios': [
          'multiply(parseDecimal(card.modelRatio), group)',
          'charges each class once, at its own ratio',
        ],
        'a fixed price is charged per call': ['card.modelPrice !== undefined', 'charges a fixed price per call'],
      },
    },
    {
      from: '1 §9',
      file: 'contract/default-ratio-rules.ts',
      test: 'contract/options.test.ts',
      elements: {
        'cache has ratios': ['defaultCacheRatio = ', "defaultCacheRatio('claude-some-day')"],
        'audio has ratios': ['defaultAudioRatio = ', "defaultAudioRatio('gpt"],
      },
    },
    {
      from: '1 §9, 2 §1',
      file: 'pricing/price-card.ts',
      test: 'pricing/price.test.ts',
      elements: {
        'ratio 1 is one quota for a token': ['quotaPerDollar = 500_000', 'multiplies by the model and the group'],
      },
    },
    {
      from: '2 §9',
      file: 'server/domain/channels/price-list.ts',
      test: 'server/api/models.test.ts',
      elements: {
        'prices are ordered by what is paid for': [
          'one.quota_type - other.quota_type',
          "'nobody-priced-this', 'dall-e-3']",
        ],
        'then models that begin with gpt': ["startsWith('gpt')", "expect(list.names).toEqual(['gpt-4o'"],
        'then by name': ['byName.compare(one.model_name', "'fast/claude-sonnet-4', 'nobody-priced-this'"],
      },
    },
    {
      from: '2 §9',
      file: 'pricing/price-conversions.ts',
      test: 'pricing/price-conversions.test.ts',
      elements: {
        'a model ratio is half of the input price per million': [
          'neat(input / dollarsPerRatio)',
          'half of the input price',
        ],
        'a completion ratio is the output price by the input price': [
          'quotientOf(output, input)',
          'divided by the input price',
        ],
      },
    },
    {
      from: '1 §9',
      file: 'web/lib/media.ts',
      test: 'web/lib/media.test.ts',
      elements: { 'the layout of a phone at 600 px or less': ['(max-width: 600px)', 'A phone is 600 px wide or less'] },
    },
    {
      from: '2 §2.7, 2 §4.6, 2 §9',
      file: 'web/features/session/reset-request-page.tsx',
      test: 'e2e/password-reset.test.ts',
      elements: {
        'thirty seconds between two requests of a reset': ['waitSeconds = 30', 'at most every half a minute'],
      },
    },
    {
      from: '2 §9',
      file: 'web/features/tokens/token-form.ts',
      test: 'web/features/tokens/token-form.test.ts',
      elements: {
        'six random letters and digits behind further names': ['suffixLength = 6', '[A-Za-z0-9]{6}$/)'],
        'shortcuts of 1, 10, 50, 100, 500 and 1000 dollars': ['[1, 10, 50, 100, 500, 1000]', '50_000_000, 250_000_000'],
        'a new token has 500000 quota': ['defaultQuota = 500_000', 'starts with one dollar of quota'],
        'shortcuts of 10, 20, 30 and 100 tokens': ['[10, 20, 30, 100]', 'toEqual([10, 20, 30, 100])'],
        'expiry shortcut: never': ["key: 'presetNever', seconds: null", "['Never', null]"],
        'expiry shortcut: one hour': ["key: 'presetHour', seconds: 3600", "['One hour', 3600]"],
        'expiry shortcut: one day': ["key: 'presetDay', seconds: 86_400", "['One day', 86_400]"],
        'expiry shortcut: one month of 30 days': ['30 * 86_400', "['One month', 2_592_000]"],
      },
    },
    {
      from: '2 §9',
      file: 'web/features/redemptions/redemption-form.ts',
      test: 'web/features/redemptions/redemption-form.test.ts',
      elements: {
        'a new code is worth 100000 quota': ['defaultQuota = 100_000', 'quota: 100_000'],
        'one code is made at first': ['start: 1,', 'starts with one code'],
      },
    },
    {
      from: '2 §5.6',
      file: 'contract/redemptions.ts',
      test: 'web/features/redemptions/redemption-form.test.ts',
      elements: {
        'the name of a code has 20 letters at most': ['longestRedemptionName = 20', "'x'.repeat(21)"],
        'a hundred codes at once at most': ['mostCodesAtOnce = 100', 'faults({ count: 101 })'],
        'uses without a limit are -1': ['unlimitedUses = -1', 'maxUses: -1'],
      },
    },
    {
      from: '2 §9',
      file: 'providers/gemini-adapter.ts',
      test: 'providers/gemini-adapter.test.ts',
      elements: { 'at most 24576 tokens of thinking': ['[0, 24_576]', '24_576'] },
    },
    {
      from: '2 §5.4, 2 §9',
      file: 'providers/xunfei.ts',
      test: 'e2e/channels.test.ts',
      elements: { 'channels of type 18 have v2.1 when nothing is said': ["usual: 'v2.1'", "other: 'v2.1'"] },
    },
    {
      from: '2 §2.6, 2 §9',
      file: 'contract/payment-providers/epay.ts',
      test: 'web/features/wallet/wallet-page.test.tsx',
      elements: {
        'way to pay: zfb': ["zfb: 'alipay'", "name: 'Alipay'"],
        'way to pay: wx': ["wx: 'wxpay'", "payment_method: 'wx'"],
      },
    },
    {
      from: '2 §9',
      file: 'web/lib/list-range.ts',
      test: 'web/lib/list-range.test.ts',
      elements: { 'the usage log ends an hour from now': ['nowSeconds + hour', 'As usual a list ends an hour'] },
    },
    {
      from: '2 §9',
      file: 'web/features/drawings/drawing-list.tsx',
      test: 'web/features/drawings/drawings-page.test.tsx',
      elements: {
        'the drawing log begins 30 days ago and ends an hour from now': ["usual: 'month'", '(30 * 24 + 1)'],
      },
    },
    {
      from: '2 §9',
      file: 'web/features/drawings/drawing-list.tsx',
      test: 'web/features/drawings/drawings-page.test.tsx',
      elements: {
        'a drawing of more than 60 seconds is red': ['slowSeconds = 60', 'closest(\'[class*="text-bad"]\')'],
      },
    },
    {
      from: '2 §9',
      file: 'web/features/songs/song-list.tsx',
      test: 'web/features/songs/use-songs.test.tsx',
      elements: { 'the task log begins today at midnight': ["usual: 'today'", '/^00:00:00/'] },
    },
    {
      from: '2 §7.4, 2 §9',
      file: 'web/features/chat/use-chat-link.ts',
      test: 'web/features/chat/chat-page.test.tsx',
      elements: {
        'chats look through 100 tokens': ['p: 0, size: 100', "size: '100'"],
        'a second and a half before the tokens are shown': ['beforeLeavingMilliseconds = 1500', 'after saying so'],
      },
    },
    {
      from: '2 §9',
      file: 'web/lib/callable-models.ts',
      test: 'web/features/playground/settings/parameter-fields.test.tsx',
      elements: { 'the playground begins with gpt-4o-mini': ["preferredModel = 'gpt-4o-mini'", "toBe('gpt-4o-mini')"] },
    },
    {
      from: '2 §9',
      file: 'web/features/playground/new-conversation.ts',
      test: 'web/features/playground/settings/parameter-fields.test.tsx',
      elements: {
        'the system prompt is a helpful assistant at first': [
          'You are a helpful assistant.',
          'You are a helpful assistant.',
        ],
      },
    },
    {
      from: '2 §4.12, 2 §9',
      file: 'web/features/setup/setup-form.tsx',
      test: 'web/features/setup/setup-form.test.tsx',
      elements: { 'the page reloads 1.5 s after the setup': ['reloadAfterMilliseconds = 1500', 'toContain(1500)'] },
    },
    {
      from: '1 §5, 2 §9',
      file: 'contract/passwords.ts',
      test: 'server/api/registration.test.ts',
      elements: {
        'a password has at least 8 signs': ['shortestPassword = 8', 'says what is wrong with a name or a password'],
      },
    },
    {
      from: '2 §9',
      file: 'web/features/session/register-page.tsx',
      test: 'e2e/users.test.ts',
      elements: {
        'a username has at most 12 letters': ['longestUsername = 12', 'The username may have at most 12 characters'],
      },
    },
    {
      from: '2 §4.1',
      file: 'web/ui/badge.tsx',
      test: 'web/ui/badge.test.ts',
      elements: {
        'a response time of 0 is untested': ["milliseconds === 0) return 'muted'", 'grey untested'],
        'up to one second is green': ["milliseconds <= 1000) return 'ok'", "['ok', 'ok']"],
        'up to three seconds is lime': ["milliseconds <= 3000) return 'lime'", "['lime', 'lime']"],
        'up to five seconds is yellow, above it red': ["milliseconds <= 5000 ? 'warn' : 'bad'", "['warn', 'warn']"],
      },
    },
  ],
}
