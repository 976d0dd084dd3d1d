import type { Chapter } from './element.ts'

export const routes: Chapter = {
  title: 'Routes and redirects',
  parts: [
    {
      from: '1 §2, 2 §2.1',
      file: 'web/app/pages.ts',
      test: 'e2e/open-pages.test.ts',
      elements: {
        '/login': ["path: '/login'", "'/login?expired=true'"],
        '/register': ["path: '/register'", "'/register"],
        '/reset': ["path: '/reset'", "'/reset"],
        'the page of the mailed link, /user/reset': ["path: '/user/reset'", "'/user/reset"],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/app/pages.ts',
      test: 'web/app/shell.test.tsx',
      elements: {
        '/': ["path: '/',", "router.navigate({ to: '/' })"],
        '/about': ["path: '/about'", "open('/about')"],
        '/setup': ["path: '/setup'", "open('/setup', { setup: true })"],
        '/token, for whoever is signed in': ["path: '/token'", "'/token'"],
        '/playground, for whoever is signed in': ["path: '/playground'", "'/playground'"],
        '/log, for whoever is signed in': ["path: '/log'", "'/log'"],
        '/channel, for administrators': ["path: '/channel'", "'/channel'"],
        '/redemption, for administrators': ["path: '/redemption'", "'/redemption'"],
        '/user, for administrators': ["path: '/user',", "'/user'"],
        '/price, for administrators': ["path: '/price'", "'/price'"],
        '/group, for administrators': ["path: '/group'", "'/group'"],
        '/setting, for administrators': ["path: '/setting'", "'/setting'"],
        '/midjourney, for whoever is signed in': ["path: '/midjourney'", "'/midjourney'"],
        '/task, for whoever is signed in': ["path: '/task'", "'/task'"],
        '/chat2link, for whoever is signed in': ["path: '/chat2link'", "'/chat2link'"],
        '/chat': ["path: '/chat' }", "router.navigate({ to: '/chat' })"],
      },
    },
    {
      from: '2 §8.2',
      file: 'web/app/guards.ts',
      test: 'web/app/shell.test.tsx',
      elements: {
        'an address with expired=true says at the login why': [
          'search: expiryIn(search)',
          'say at the login that the session has expired',
        ],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/app/pages.ts',
      test: 'e2e/console.test.ts',
      elements: {
        '/personal': ["path: '/personal'", "'/personal'"],
        '/topup': ["path: '/topup'", "'/topup'"],
        '/detail': ["path: '/detail'", "'/detail'"],
        '/channel/add': ["path: 'add'", "'/channel/add'"],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/app/pages.ts',
      test: 'e2e/channels.test.ts',
      elements: {
        '/channel/edit/{id}': ["path: 'edit/$id'", 'channel\\/edit\\/'],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/app/pages.ts',
      test: 'e2e/users.test.ts',
      elements: {
        '/user/edit/{id}': ['users.addChildren(formsOf(users', '/user/edit/$'],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/app/pages.ts',
      test: 'e2e/pricing.test.ts',
      elements: {
        '/pricing, for everybody': ["path: '/pricing'", 'user: undefined'],
      },
    },
    {
      from: '2 §2.1, 2 §2.13',
      file: 'web/app/pages.ts',
      test: 'e2e/chat.test.ts',
      elements: {
        '/chat/{id}': ["path: '/chat/$id'", '/chat/7'],
      },
    },
    {
      from: '1 §2, 2 §2.1',
      file: 'web/app/pages.ts',
      test: 'web/features/session/callback-page.test.tsx',
      elements: {
        '/oauth/github, /oauth/oidc, /oauth/linuxdo': ["path: '/oauth/$provider'", "open('/oauth/github"],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/app/guards.ts',
      test: 'web/app/shell.test.tsx',
      elements: {
        'everything leads to the setup until it is done': [
          "to: '/setup'",
          'lead everybody to the setup until it is done',
        ],
        'the setup leads home once it is done': ["to: '/', replace", 'and nobody afterwards'],
        'whoever is not signed in is led to the login': ["to: '/login'", 'lead whoever is not signed in to the login'],
        'pages of administrators are not shown to others': [
          'mayOpen(staticData.access',
          'show no page of administrators to others',
        ],
        'the own account is edited on the personal page': ['guardOwnEdit', "'/personal'"],
      },
    },
    {
      from: '1 §2, 2 §2.1',
      file: 'web/app/router.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'any other path: no such page': ["path: '$'", 'say of any other path that there is no such page'],
      },
    },
    {
      from: '1 §2, 1 §8',
      file: 'web/app/main.tsx',
      test: 'web/lib/api.test.ts',
      elements: {
        'a 401 leads to the login, which says why': [
          "search: { expired: 'true' }",
          'tells the router when the login has expired',
        ],
      },
    },
    {
      from: '1 §7',
      file: 'web/lib/api.ts',
      test: 'web/lib/api.test.ts',
      elements: {
        'calls say who is signed in': ["'New-Api-User': String(user.id)", "get('new-api-user')"],
        'calls say that nothing may be kept': ["'Cache-Control': 'no-store'", "get('cache-control')"],
        'every answer is wrapped': ['if (!envelope.success)', 'shows the server’s sentence and code'],
      },
    },
    {
      from: '1 §6',
      file: 'web/lib/session.ts',
      test: 'web/app/navigation.test.ts',
      elements: {
        'administrators have role 10 or more': [
          'value.role >= roles.admin',
          'An administrator sees the administration too',
        ],
        'the super admin has role 100': ['value.role >= roles.root', 'The super admin sees what administrators did'],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/app/page-access.ts',
      test: 'web/app/navigation.test.ts',
      elements: {
        'pages are offered to whom they are for': ["access === 'admin'", 'An ordinary user sees the own pages only'],
      },
    },
  ],
}
