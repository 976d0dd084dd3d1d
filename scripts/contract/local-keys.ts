import type { Chapter } from './element.ts'

export const localKeys: Chapter = {
  title: 'What a browser keeps',
  parts: [
    {
      from: '1 §9, 2 §9',
      file: 'web/lib/preferences.ts',
      test: 'web/lib/preferences.test.ts',
      elements: {
        'page-size': ["preference<number>('page-size'", "getItem('page-size')"],
        'theme-mode': ["preference<Scheme | null>('theme-mode'", "getItem('theme-mode')"],
        'the hidden columns of a table': ['hidden: jsonPreference(key', "getItem('logs-table-columns')"],
      },
    },
    {
      from: '2 §2.8, 2 §9',
      file: 'web/ui/list/list-page.tsx',
      test: 'e2e/logs.test.ts',
      elements: {
        'logs-table-columns': ['-table-columns`', 'chooses columns, and finds the choice again'],
      },
    },
    {
      from: '1 §3, 2 §9',
      file: 'web/lib/session.ts',
      test: 'web/lib/api.test.ts',
      elements: { user: ["storageKey = 'user'", "localStorage.getItem('user')"] },
    },
    {
      from: '2 §9',
      file: 'web/lib/status.ts',
      test: 'web/lib/status.test.ts',
      elements: {
        status: ["writeLocal('status'", 'kept.status'],
        chats: ["writeLocal('chats'", "chats: '["],
        footer_html: ["writeLocal('footer_html'", "footer_html: '<b>Ours</b>',\n    quota_per_unit: '"],
        default_collapse_sidebar: ["writeLocal('default_collapse_sidebar'", "default_collapse_sidebar: 'true'"],
        mj_notify_enabled: ["writeLocal('mj_notify_enabled'", "mj_notify_enabled: 'true'"],
        enable_data_export: ["writeLocal('enable_data_export'", "enable_data_export: 'true'"],
        enable_drawing: ["writeLocal('enable_drawing'", "enable_drawing: 'true'"],
        enable_task: ["writeLocal('enable_task'", "enable_task: 'true'"],
        'defaults of the dashboard': [
          "writeLocal('data_export_default_time'",
          "data_export_default_time: 'day',\n    default_collapse_sidebar: 'true'",
        ],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/personal/models-section.tsx',
      test: 'web/features/personal/personal-page.test.tsx',
      elements: {
        'whether the models of the profile are unfolded': [
          "'personal-models-expanded'",
          "getItem('personal-models-expanded')",
        ],
      },
    },
    {
      from: '2 §2.3',
      file: 'web/features/channels/list/list-preferences.ts',
      test: 'e2e/channels.test.ts',
      elements: {
        'tag mode of the channels': ["'channels-tag-mode'", 'puts tags on what is selected and shows tags as rows'],
      },
    },
    {
      from: '2 §2.3',
      file: 'web/ui/list/list-page.tsx',
      test: 'web/lib/preferences.test.ts',
      elements: {
        'columns of the channels': ['kept = tableLook(settings.key', 'is which columns of a table are hidden'],
      },
    },
    {
      from: '2 §2.15',
      file: 'web/app/sidebar.tsx',
      test: 'web/app/shell.test.tsx',
      elements: { 'whether the side bar is folded': ['useStore(sidebarPreference)', "getItem('sidebar-collapsed')"] },
    },
    {
      from: '1 §2',
      file: 'web/lib/invitation.ts',
      test: 'web/features/session/register-page.test.tsx',
      elements: { 'the code of whoever invited': ["'aff'", "localStorage.getItem('aff')"] },
    },
  ],
}
