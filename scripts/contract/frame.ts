import type { Chapter } from './element.ts'

export const frame: Chapter = {
  title: 'Top bar, side bar and footer',
  parts: [
    {
      from: '2 §2.15',
      file: 'web/app/header-links.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'entry: home': ["t('home')", "['Home', 'Console'"],
        'entry: console': ["t('console')", "'Console', 'Pricing'"],
        'entry: prices': ["t('pricing')", "'Pricing', 'About'"],
        'entry: documentation, where there is a link': ["t('docs')", "name: 'Docs'"],
        'entry: about': ["t('about')", "'Pricing', 'About'"],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/header.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'dark and light colours': ['toggleScheme', 'changes the colours, and keeps them'],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/language-menu.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'menu of languages: Chinese and English': ['languageCodes.map', 'offers Chinese and English'],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/user-menu.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'menu of the user with the way out': ["t('logout')", 'signs out from the menu of the user'],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/header.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'logged out: log in': ["t('login')", "getByRole('link', { name: 'Log in' })"],
        'logged out: register': ["t('register')", "getByRole('link', { name: 'Register' })"],
        'no register entry in self-use mode': ['!status.self_use_mode_enabled', 'not to register in self-use mode'],
      },
    },
    {
      from: '2 §1, 2 §2.15',
      file: 'web/app/header.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'badge of the self-use mode': ["t('modeSelf')", "getByText('Self-use')"],
        'badge of the demo': ["t('modeDemo')", "getByText('Demo')"],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/frame.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'no side bar at home, in chats and in the setup': [
          'hasSidebar = user !== null',
          'is not there at home, in the setup and in chats',
        ],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/sidebar.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'the side bar is folded as the operator says at first': [
          '?? status.default_collapse_sidebar',
          'begins as the operator says',
        ],
        'whoever folds it finds it so': ['sidebarPreference.set(!narrow)', 'sidebar-collapsed'],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/navigation-sheet.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'on a phone the navigation is a sheet': [
          'side="left"',
          'opens from the top bar, with the pages of the side bar',
        ],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/navigation.ts',
      test: 'web/app/navigation.test.ts',
      elements: {
        'side bar: playground': ["id: 'top'", "['top', ['/playground']]"],
        'side bar: chats': ['path: `/chat/$', "'/chat/0'"],
        'side bar: tokens and usage log': ["id: 'console'", "['console', ['/token', '/log']]"],
        'side bar: channels, codes, users, prices, groups and settings': [
          "id: 'admin'",
          "'/channel', '/redemption', '/user', '/price', '/group', '/setting'",
        ],
        'side bar: wallet and personal settings': ["id: 'personal'", "['personal', ['/topup', '/personal']]"],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/pages.ts',
      test: 'web/app/navigation.test.ts',
      elements: {
        'the dashboard where enable_data_export says so': [
          'isOn: ({ enable_data_export })',
          'The dashboard and chats appear when they are turned on',
        ],
        'the drawing log where enable_drawing says so': ['isOn: ({ enable_drawing })', 'enable_drawing: true'],
        'the task log where enable_task says so': ['isOn: ({ enable_task })', 'enable_task: true'],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/footer.tsx',
      test: 'web/app/shell.test.tsx',
      elements: {
        'footer: what the operator wrote': ['html={footer_html}', "footer_html: '<p>Ours"],
        'footer: else a line with name and version': ["t('poweredBy'", 'Powered by Gate 1.2.3'],
      },
    },
    {
      from: '2 §2.15',
      file: 'contract/languages.ts',
      test: 'web/lib/i18n.test.tsx',
      elements: {
        'texts in Chinese and English': ["name: '中文'", 'Changing the language redraws the page at once'],
      },
    },
    {
      from: '1 §1',
      file: 'contract/options.ts',
      test: 'web/app/shell.test.tsx',
      elements: {
        'a system name to begin with': ["SystemName: text('Sluice'", "system_name: 'Gate'"],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/features/home/home-page.tsx',
      test: 'web/features/home/home-page.test.tsx',
      elements: {
        'home: what the operator wrote, or the page at his address': [
          '<OperatorText text={text}',
          'is what the operator wrote, or the page',
        ],
        'home: else how to start': ['<DefaultHome />', 'tells how to start'],
      },
    },
    {
      from: '2 §2.1',
      file: 'web/features/about/about-page.tsx',
      test: 'web/features/about/about-page.test.tsx',
      elements: {
        'about: what the operator wrote': ['<OperatorText text={about.data}', 'is what the operator wrote'],
        'about: nothing written yet': ["t('aboutEmptyTitle')", 'Nothing to read here yet'],
        'about: could not be loaded': ['<ErrorState error={about.error}', 'says why it could not be loaded'],
      },
    },
  ],
}
