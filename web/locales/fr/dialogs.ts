import type { messages as english } from '../en/dialogs.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  ownTopUp: 'La recharge en ligne n’est pas entièrement configurée : définissez l’adresse du serveur',
  ownCheckIn: 'Le bonus quotidien ne rapporte encore rien : définissez son montant',
  ownMail: 'L’e-mail n’est pas configuré sur ce site : définissez le serveur SMTP',
  ownLogin: '{name} n’a transmis aucune information sur le compte : vérifiez son identifiant client et son secret',
  ownPrice: 'Le prix du modèle {model} n’est pas défini : définissez-le',
  ownUpstream: 'Le service amont a refusé la passerelle : vérifiez la clé et le solde du canal',
  ownUpstreamModel: 'Le service amont ne connaît pas ce modèle : vérifiez les modèles du canal',
  ownBan: 'Ce compte est bloqué',
  manualCopyTitle: 'Copie manuelle',
  manualCopyHint: 'Le navigateur refuse l’accès au presse-papiers. Sélectionnez le texte et copiez-le.',
  proofTitle: 'Confirmez votre identité',
  proofText: 'Saisissez votre mot de passe pour continuer. Votre dernière connexion date un peu.',
  proofTextOther: 'Reconnectez-vous pour continuer. Votre dernière connexion date un peu.',
  proofPassword: 'Mot de passe actuel',
  proofBy: 'Se reconnecter avec {name}',
  callsPaused: 'Aucune nouvelle requête acceptée',
  callsPausedHelp:
    'Leur coût n’a pas pu être enregistré : le disque du dossier de données est plein, ou la base de données est injoignable depuis trop longtemps. Les requêtes reprendront d’elles-mêmes dès que possible.',
  palettePrompt:
    'Cherchez une page, une action, un utilisateur, un jeton, un canal, un modèle ou un paramètre, ou collez un ID de requête',
  paletteCall: 'Requête {id}',
  paletteUnasked: 'La recherche n’a pas pu porter sur tout',
  paletteFailed: 'Échec',
  paletteScheme: 'Changer de mode',
  shortcutsHint: 'G suivi d’une lettre ouvre une page.',
  wayPicture: 'QR code du compte officiel',
  wayHint:
    'Scannez le QR code pour suivre le compte officiel, puis envoyez-lui « 验证码 » (code valable trois minutes).',
  wayCode: 'Code de vérification',
  notKept:
    'Ce navigateur ne conserve pas vos choix : son stockage est plein ou interdit. Ils restent valables jusqu’à ce que vous quittiez la page.',
}
