import type { messages as english } from '../en/chat.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  chat: 'Chat',
  redirecting: 'Redirection…',
  appMissing: 'Rien ne s’est ouvert ? L’application n’est peut-être pas installée sur cet appareil.',
  openApp: 'Ouvrir l’application',
  loginWanted: 'Ce chat s’ouvre avec l’un de vos jetons d’API. Connectez-vous pour l’utiliser.',
  tokenMissing: 'Aucun jeton activé n’est disponible, vérifiez qu’un jeton est activé',
  chatsUnset: 'Contactez l’administrateur pour configurer les liens de chat',
  chatUnread: 'Impossible de lire les données du chat',
  linkWrong: 'Le lien de ce chat est mal configuré, contactez l’administrateur',
  chatsUnsetHere: 'Aucun lien de chat n’est encore configuré',
  linkWrongHere: 'Ce lien de chat ne peut pas être ouvert : son adresse est incorrecte',
}
