import type { Chapter } from './element.ts'

export const chats: Chapter = {
  title: 'Chat launcher',
  parts: [
    {
      from: '2 §2.13',
      file: 'web/features/chat/chat-page.tsx',
      test: 'web/features/chat/chat-page.test.tsx',
      elements: {
        'a page is embedded by its link': ['<iframe', 'shows the chat with the first token'],
      },
    },
    {
      from: '2 §2.13',
      file: 'web/features/chat/chat-waiting.tsx',
      test: 'web/features/chat/chat-page.test.tsx',
      elements: {
        'says that it is on its way': ["t('redirecting')", 'Redirecting…'],
      },
    },
    {
      from: '2 §2.13',
      file: 'web/features/chat/chat-redirect-page.tsx',
      test: 'web/features/chat/chat-page.test.tsx',
      elements: {
        'chat2link leaves for the chat': ['useChatLink(0)', 'leaves for the first chat'],
      },
    },
    {
      from: '2 §2.13',
      file: 'web/lib/chat-link.ts',
      test: 'web/lib/chat-link.test.ts',
      elements: {
        'key and server address are filled in': [
          "'{key}'",
          'puts the key and the address of this server into the link',
        ],
      },
    },
    {
      from: '2 §5.9',
      file: 'web/features/chat/use-chat-link.ts',
      test: 'web/features/chat/chat-page.test.tsx',
      elements: {
        'an enabled token is needed': ["t('tokenMissing')", 'You have no enabled API token'],
        'without one the tokens are shown': ["navigate({ to: '/token' })", 'leads to the tokens when none is enabled'],
      },
    },
    {
      from: '2 §7.4',
      file: 'web/features/chat/use-chat-link.ts',
      test: 'web/features/chat/chat-page.test.tsx',
      elements: {
        'the first token of status 1 is used': [
          'status === tokenStatuses.enabled',
          'with the first token that is enabled',
        ],
      },
    },
  ],
}
