import type { Chapter } from './element.ts'

export const pricing: Chapter = {
  title: 'Prices',
  parts: [
    {
      from: '2 §2.11',
      file: 'web/features/pricing/pricing-banner.tsx',
      test: 'e2e/pricing.test.ts',
      elements: {
        'banner: own group and ratio': ["t('ownGroup'", 'Your group is hidden, its ratio is 6.'],
        'banner: logged out, the usual ratio': ["t('visitorRatio'", 'You are not logged in.'],
        'banner: the formula': ["t('formula', {", 'Cost of a request paid per token = group ratio'],
      },
    },
    {
      from: '2 §2.11',
      file: 'web/features/pricing/model-finding.ts',
      test: 'web/features/pricing/model-price.test.ts',
      elements: {
        'a search that forgives': ['hasInOrder', 'A search forgives missing signs'],
      },
    },
    {
      from: '2 §2.11',
      file: 'web/features/pricing/pricing-page.tsx',
      test: 'e2e/pricing.test.ts',
      elements: {
        'selected models are copied': ["t('copySelected')", 'Copy selected models'],
      },
    },
    {
      from: '2 §2.11',
      file: 'web/features/pricing/pricing-list.tsx',
      test: 'e2e/pricing.test.ts',
      elements: {
        'column: availability': ["id: 'available'", "['Available', 'Model', 'Price'"],
        'column: model, a click copies': ["id: 'model'", 'copies one name with a click'],
        'column: billing': ["id: 'billing'", "'Billing', 'Usable groups']"],
        'column: groups': ["id: 'groups'", "'Usable groups']"],
        'column: ratio': ["id: 'ratio'", "'Ratio'"],
        'column: price': ["id: 'price'", "'Price', 'Billing'"],
      },
    },
    {
      from: '2 §2.11',
      file: 'web/features/pricing/group-ratio.tsx',
      test: 'e2e/pricing.test.ts',
      elements: {
        'a click on a group shows its prices': ['show(group)', 'looks at the prices of another group'],
      },
    },
    {
      from: '2 §2.11',
      file: 'web/features/pricing/ratio-help.tsx',
      test: 'e2e/pricing.test.ts',
      elements: {
        'a picture that explains ratios': ['RatioPicture', 'How ratios make a price'],
      },
    },
    {
      from: '2 §3.6',
      file: 'web/features/pricing/billing-badge.tsx',
      test: 'e2e/pricing.test.ts',
      elements: {
        'billing 0: by usage': ["'billing.usage'", 'Per token'],
        'billing 1: per call': ["'billing.call'", 'Per request'],
      },
    },
    {
      from: '2 §6',
      file: 'contract/models.ts',
      test: 'server/api/models.test.ts',
      elements: {
        'visitors see the prices': ["access: 'visitor'", 'is shown to visitors'],
      },
    },
  ],
}
