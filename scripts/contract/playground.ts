import type { Chapter } from './element.ts'

export const playground: Chapter = {
  title: 'Playground',
  parts: [
    {
      from: '2 §2.12',
      file: 'web/features/playground/settings/payer-field.tsx',
      test: 'web/features/playground/playground-page.test.tsx',
      elements: {
        'panel: group': ["t('payerGroup'", 'asks in the group that is to pay'],
      },
    },
    {
      from: '2 §2.12',
      file: 'web/features/playground/settings/model-field.tsx',
      test: 'e2e/playground.test.ts',
      elements: {
        'panel: model': ['<Combobox', "choose('Model', 'endless')"],
      },
    },
    {
      from: '2 §2.12, 2 §5.9',
      file: 'web/features/playground/settings/parameter-fields.tsx',
      test: 'web/features/playground/settings/parameter-fields.test.tsx',
      elements: {
        'panel: temperature from 0.1 to 1 by tenths': ['minimum={0.1}', "['0.1', '1', '0.1']"],
        'panel: longest answer, a whole number from 0': ["t('maxTokens')", "toBe('0')"],
      },
    },
    {
      from: '2 §2.12',
      file: 'web/features/playground/settings/settings-panel.tsx',
      test: 'e2e/playground.test.ts',
      elements: {
        'panel: system prompt': ["t('systemPrompt')", "getByLabel('系统提示词')"],
      },
    },
    {
      from: '2 §2.12',
      file: 'web/features/playground/playground-page.tsx',
      test: 'e2e/playground.test.ts',
      elements: {
        'on a phone a button shows the panel': ["t('showSettings')", 'has its settings in a sheet on a phone'],
      },
    },
    {
      from: '2 §2.12, 2 §4.10',
      file: 'web/features/playground/run.ts',
      test: 'web/features/playground/run.test.ts',
      elements: {
        'replies stream in': ['for await (const event of events)', 'grows word by word'],
        'loading, then incomplete, then complete': ['ended(answer, now())', "['loading', 'incomplete', 'complete']"],
        'an error stands behind what came': [
          'failed(answer, error, now())',
          'tells what went wrong behind the words that came',
        ],
      },
    },
    {
      from: '2 §4.10, 2 §7.9',
      file: 'web/lib/stream.ts',
      test: 'web/lib/stream.test.ts',
      elements: {
        'a stream ends at its mark': ["endMark = '[DONE]'", 'ends at the mark'],
        'a stream that breaks off is not asked for again': [
          "t('errorStreamCut'",
          'fails when it ends without its mark',
        ],
        'a stream says who is signed in': ['headersOf(true)', 'says who is signed in, or shows a key alone'],
      },
    },
    {
      from: '2 §7.9',
      file: 'web/features/playground/request-body.ts',
      test: 'web/features/playground/playground-page.test.tsx',
      elements: {
        'sent: model and messages': ['messages: messagesFor', "messages: [{ role: 'system' }"],
        'sent: streamed': ['stream: true', "body).toMatchObject({ model: 'river'"],
      },
    },
    {
      from: '2 §7.9',
      file: 'web/features/playground/request-body.ts',
      test: 'e2e/playground.test.ts',
      elements: {
        'sent: temperature': ['temperature: chosen.temperature', "name: 'Temperature'"],
        'sent: max_tokens': ['max_tokens: chosen.maxTokens', "'max_tokens', 'temperature', 'group'"],
      },
    },
    {
      from: '2 §7.9',
      file: 'web/features/playground/workbench.ts',
      test: 'server/relay/playground.test.ts',
      elements: {
        'sent: group': ['group: means.group', 'refuses groups that the user cannot choose'],
      },
    },
    {
      from: '2 §7.4',
      file: 'web/features/playground/use-payment.ts',
      test: 'web/features/playground/playground-page.test.tsx',
      elements: {
        'tokens to pay with: a hundred': ['size: 100', 'page_size: 100'],
      },
    },
  ],
}
