import type { messages as english } from '../en/wallet.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  walletHint: 'Сколько можно потратить и как пополнить.',
  balance: 'Баланс',
  used: 'Израсходовано всего',
  requestFailed: 'Не удалось выполнить запрос.',
  // Codes
  redeemTitle: 'Код пополнения',
  redeemHint: 'Добавляет номинал кода на ваш баланс.',
  redeemCode: 'Код',
  redeem: 'Активировать',
  redeemMissing: 'Введите код пополнения',
  redeemed: 'На баланс зачислено {amount}',
  redeemedGift: 'Подарочный код активирован: на баланс зачислено {amount}',
  getCode: 'Получить код',
  linkMissingHere: 'Ссылка для пополнения ещё не задана.',
  linkMissing: 'Суперадминистратор не указал ссылку для пополнения',
  // Online
  topUpTitle: 'Пополнение онлайн',
  topUpHint: 'Оплатите онлайн, и через несколько секунд баланс пополнится.',
  topUpOffHere: 'Онлайн-пополнение ещё не настроено.',
  topUpOff: 'Администратор не включил пополнение онлайн',
  amount: 'Сумма пополнения',
  amountSmall: 'Сумма пополнения не может быть меньше {min}',
  amountPresets: 'Готовые суммы',
  amountLeast: 'Не меньше {min}',
  toPay: 'К оплате',
  yuan: '{amount} юаней',
  method: 'Способ оплаты',
  'method.zfb': 'Alipay',
  'method.wx': 'WeChat Pay',
  confirmTitle: 'Подтвердите пополнение',
  confirmHint: 'Следующая страница принадлежит платёжной системе.',
  goToPay: 'Перейти к оплате',
}
