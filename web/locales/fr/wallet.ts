import type { messages as english } from '../en/wallet.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  walletHint: 'Ce que vous pouvez dépenser, et comment en ajouter.',
  balance: 'Solde',
  used: 'Consommé au total',
  requestFailed: 'La demande a échoué.',
  // Codes
  redeemTitle: 'Code de recharge',
  redeemHint: 'Ajoute la valeur du code à votre solde.',
  redeemCode: 'Code',
  redeem: 'Utiliser',
  redeemMissing: 'Saisissez le code de recharge',
  redeemed: '{amount} ajoutés à votre solde',
  redeemedGift: 'Code cadeau utilisé : {amount} ajoutés à votre solde',
  getCode: 'Obtenir un code',
  linkMissingHere: 'Aucun lien de recharge n’est encore défini.',
  linkMissing: 'Le super administrateur n’a pas défini de lien de recharge',
  // Online
  topUpTitle: 'Recharge en ligne',
  topUpHint: 'Payez en ligne ; le solde suit en quelques secondes.',
  topUpOffHere: 'La recharge en ligne n’est pas encore configurée.',
  topUpOff: 'L’administrateur n’a pas activé la recharge en ligne',
  amount: 'Montant de la recharge',
  amountSmall: 'La recharge ne peut pas être inférieure à {min}',
  amountPresets: 'Montants rapides',
  amountLeast: 'Au moins {min}',
  toPay: 'À payer',
  yuan: '{amount} yuans',
  method: 'Moyen de paiement',
  'method.zfb': 'Alipay',
  'method.wx': 'WeChat Pay',
  confirmTitle: 'Confirmer la recharge',
  confirmHint: 'La page suivante est celle du prestataire de paiement.',
  goToPay: 'Aller au paiement',
}
