import type { messages as english } from '../en/lists.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  failedOf: 'Не удалось: {count} из {total}',
  failedMore: 'и ещё {count}',
  noneFitting: 'Ни одной из этих строк это не нужно',
  // Selection
  pageSelected: 'Выбрано: {count}',
  selectMatching: 'Выбрать все найденные: {count}',
  // Peek
  openPage: 'Открыть страницу',
  previousRow: 'Предыдущая строка',
  nextRow: 'Следующая строка',
  peekKeys: 'J и K — следующая и предыдущая строка',
  selectKey: 'Выбрать строку',
  lookKey: 'Просмотреть строку',
  // Followed
  live: 'Следить',
  newRows: 'Новых строк: {count}',
  // Filters
  moreFilters: 'Ещё фильтры',
  moreFiltersSet: 'Ещё фильтры ({count})',
  'range.today': 'Сегодня',
  'range.hour': 'Последний час',
  'range.day': 'Последние 24 часа',
  'range.week': 'Последние 7 дней',
  'range.month': 'Последние 30 дней',
  // Views
  views: 'Виды',
  saveView: 'Сохранить вид…',
  saveViewTitle: 'Сохранение вида',
  viewName: 'Название',
  viewNameTaken: 'Вид с таким названием будет заменён',
  viewSaved: 'Вид «{name}» сохранён',
  deleteViews: 'Удалить виды…',
  deleteView: 'Удалить вид {name}',
  noViews: 'Сохранённых видов нет',
  viewParts: {
    one: '{count} часть вида «{name}» больше не существует и пропущена: {parts}',
    few: '{count} части вида «{name}» больше не существуют и пропущены: {parts}',
    many: '{count} частей вида «{name}» больше не существуют и пропущены: {parts}',
    other: '{count} части вида «{name}» больше не существуют и пропущены: {parts}',
  },
  density: 'Высота строк',
  dense: 'Низкая',
  roomy: 'Высокая',
  // Record pages
  recordGone: 'Такой записи нет',
  recordGoneHint: 'Возможно, она была удалена.',
  backToList: 'Назад к списку',
}
