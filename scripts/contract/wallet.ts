import type { Chapter } from './element.ts'

export const wallet: Chapter = {
  title: 'Wallet',
  parts: [
    {
      from: '2 §2.6',
      file: 'web/features/wallet/wallet-page.tsx',
      test: 'web/features/wallet/wallet-page.test.tsx',
      elements: {
        balance: ["t('balance')", 'shows the new balance'],
      },
    },
    {
      from: '2 §2.6, 2 §5.7',
      file: 'web/features/wallet/redeem-card.tsx',
      test: 'web/features/wallet/wallet-page.test.tsx',
      elements: {
        'a code is redeemed': ['wallet.redeem', 'redeems a code, says what it brought'],
        'a code is needed': ["'redeemMissing'", 'Enter a redemption code'],
        'where codes are sold': ['href={top_up_link}', "name: 'Get a code'"],
        'no link was set': ["t('linkMissing')", 'No top-up link is set up yet'],
      },
    },
    {
      from: '2 §2.6, 2 §5.7',
      file: 'web/features/wallet/top-up-card.tsx',
      test: 'web/features/wallet/wallet-page.test.tsx',
      elements: {
        'online top-up is off': ["t('topUpOff')", 'Online top-up is not available on this site'],
        'an amount to buy': ['name="amount"', "name: 'Top-up amount'"],
        'buttons of the ways to pay': ['t(`method.$', "name: 'WeChat Pay'"],
        'no less than the minimum': ["t('amountSmall'", 'The minimum top-up is 5'],
      },
    },
    {
      from: '2 §5.7',
      file: 'web/features/wallet/top-up-card.tsx',
      test: 'web/features/wallet/wallet-page.test.tsx',
      elements: {
        'an amount is one at least': ['Math.max(1,', 'are of dollars, or of quota'],
      },
    },
    {
      from: '2 §2.6',
      file: 'web/features/wallet/use-price.ts',
      test: 'web/features/wallet/wallet-page.test.tsx',
      elements: {
        'the price is told in yuan': ["t('yuan'", '73.00 yuan'],
      },
    },
    {
      from: '2 §2.6',
      file: 'web/features/wallet/pay-dialog.tsx',
      test: 'web/features/wallet/wallet-page.test.tsx',
      elements: {
        'payment is confirmed': ["t('confirmTitle')", 'Go to payment'],
      },
    },
    {
      from: '2 §7.6',
      file: 'web/features/wallet/pay-dialog.tsx',
      test: 'web/features/wallet/wallet-page.test.tsx',
      elements: {
        'the fields are posted to the provider': ["form.method = 'post'", 'toEqual(fields)'],
      },
    },
  ],
}
