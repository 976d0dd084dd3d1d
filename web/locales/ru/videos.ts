import type { messages as english } from '../en/videos.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  filterVideo: 'ID видео',
  filterChannel: 'ID канала',
  columnSubmitted: 'Отправлено',
  columnFinished: 'Завершено',
  columnProgress: 'Прогресс',
  columnDuration: 'Заняло',
  columnChannel: 'Канал',
  columnModel: 'Модель',
  columnAction: 'Тип',
  columnMeasures: 'Длительность и размер',
  columnVideo: 'ID видео',
  columnPrompt: 'Промпт',
  columnStatus: 'Статус',
  columnReason: 'Причина ошибки',
  record: 'Видео',
  watch: 'Смотреть видео',
  emptyTitle: 'За это время видео нет',
  emptyHint: 'Здесь появятся видео, заказанные с API-токеном, и ход их выполнения.',
  actionVideo: 'Видео',
  actionRemix: 'Ремикс',
  statusSuccess: 'Готово',
  statusQueued: 'В очереди',
  statusInProgress: 'Выполняется',
  statusFailure: 'Ошибка',
}
