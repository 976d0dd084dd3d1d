import type { messages as english } from '../en/status.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  title: 'Состояние',
  period: 'Последние 24 часа, по реальным вызовам',
  allUp: 'Все модели работают',
  someDegraded: 'Моделей с проблемами: {count}',
  'state.none': 'Нет вызовов',
  'state.up': 'Работает',
  'state.degraded': 'Часть вызовов не проходит',
  'state.down': 'Не работает',
  uptime: 'Успешных вызовов: {share}',
  hour: '{time}: {state}',
  hoursOf: 'Последние 24 часа модели {model}',
  ago: '24 часа назад',
  now: 'Сейчас',
  idle: 'Других моделей без вызовов: {count}',
  empty: 'За последние 24 часа вызовов не было',
  emptyHint: 'Как только модели начнут вызывать, здесь появится их состояние.',
  off: 'Эта страница не опубликована',
  offHint: 'Администратор не опубликовал состояние моделей.',
}
