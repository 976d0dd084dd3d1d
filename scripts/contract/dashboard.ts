import type { Chapter } from './element.ts'

export const dashboard: Chapter = {
  title: 'Dashboard',
  parts: [
    {
      from: '2 §2.1, 2 §2.15',
      file: 'web/features/dashboard/dashboard-page.tsx',
      test: 'e2e/logs.test.ts',
      elements: {
        'use over time and by model': ['<UsageChart', 'sees use over time and by model'],
      },
    },
    {
      from: '1 §5',
      file: 'web/features/dashboard/dashboard-range.ts',
      test: 'web/features/dashboard/dashboard-range.test.ts',
      elements: {
        'by the hour, the day or the week': ['stepsFor', 'never asks for what does not go together'],
        'begins as the operator says': ['usualStep', 'is what the operator set until somebody chooses'],
      },
    },
  ],
}
