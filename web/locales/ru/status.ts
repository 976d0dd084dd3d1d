import type { messages as english } from '../en/status.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  title: 'Состояние',
  period: 'Последние 24 часа, по реальным запросам',
  allUp: 'Все модели работают',
  someDegraded: 'Моделей с проблемами: {count}',
  'state.none': 'Нет запросов',
  'state.up': 'Работает',
  'state.degraded': 'Часть запросов не проходит',
  'state.down': 'Не работает',
  uptime: 'Успешных запросов: {share}',
  hour: '{time}: {state}',
  hoursOf: 'Последние 24 часа модели {model}',
  ago: '24 часа назад',
  now: 'Сейчас',
  idle: 'Других моделей без запросов: {count}',
  empty: 'За последние 24 часа запросов не было',
  emptyHint: 'Как только к моделям пойдут запросы, здесь появится их состояние.',
  off: 'Эта страница не опубликована',
  offHint: 'Администратор не опубликовал состояние моделей.',
}
