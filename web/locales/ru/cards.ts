import type { messages as english } from '../en/cards.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  title: 'Карта возможностей',
  intro:
    'Что умеет каждая модель в каждом формате API, по небольшим пробным запросам. Запрос с тем, что модель отвергла, идёт в другой канал, если он есть.',
  tryAll: 'Проверить все модели',
  tryTitle: 'Проверить все модели?',
  tryText:
    'Небольших запросов: {calls}, моделей: {models}. По заданным здесь ценам это не более {cost}; с пользователей ничего не списывается.',
  tryUnpriced: {
    one: 'Без цены и не учтена {count} модель.',
    few: 'Без цены и не учтены {count} модели.',
    many: 'Без цены и не учтено {count} моделей.',
    other: 'Без цены и не учтено {count} модели.',
  },
  tryDone: 'Все модели проверены',
  tryFailed: 'Все модели проверены, запросов с ошибкой: {count}',
  tryStopped: 'Прервано: запросов {done} из {total}, ничего не сохранено',
  never: 'Ещё не проверялось',
  none: 'Подходящих моделей нет',
  made: 'Проверено {time}, {name}',
  progress: 'Проверка: {done} из {total} запросов',
  progressElsewhere: 'Проверяется другой канал: {done} из {total} запросов',
  export: 'Сохранить в CSV',
  fileName: 'Возможности {name}',
  search: 'Поиск моделей и форматов',
  model: 'Модель',
  'wants.text.whole': 'Текст',
  'wants.text.streamed': 'Текст, поток',
  'wants.tools.whole': 'Инструменты',
  'wants.tools.streamed': 'Инструменты, поток',
  'wants.picture.whole': 'Изображение',
  'wants.picture.streamed': 'Изображение, поток',
  'outcome.can': 'Умеет',
  'outcome.ignored': 'Ответила, но не выполнила',
  'outcome.refused': 'Отказ',
  'outcome.failed': 'Сбой',
}
