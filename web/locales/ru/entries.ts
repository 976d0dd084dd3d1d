import type { messages as english } from '../en/entries.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  asJson: 'Править как JSON',
  asTable: 'Править как таблицу',
  jsonOf: 'Править как JSON: {name}',
  tableOf: 'Править как таблицу: {name}',
  unreadable: 'Это можно править только как JSON.',
  empty: 'Пока пусто',
  kept: {
    one: 'Ещё {count} запись видна только в JSON и остаётся как есть.',
    few: 'Ещё {count} записи видны только в JSON и остаются как есть.',
    many: 'Ещё {count} записей видны только в JSON и остаются как есть.',
    other: 'Ещё {count} записи видны только в JSON и остаются как есть.',
  },
  cell: '{column}: {name}',
  new: 'Новое: {column}',
  add: 'Добавить',
  remove: 'Удалить {name}',
  up: 'Поднять {name}',
  down: 'Опустить {name}',
  missing: 'Заполните «{column}»',
  nameTaken: '{name} уже есть в таблице',
  jsonValid: 'Корректный JSON',
  jsonEmpty: 'Пусто',
  jsonFormat: 'Форматировать',
}
