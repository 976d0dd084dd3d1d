import type { messages as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  heroTitle: 'Une seule adresse pour tous les modèles',
  heroText: 'Reliez votre client à cette passerelle : un seul jeton d’API donne accès à tous les fournisseurs.',
  baseUrl: 'URL de base',
  copyBaseUrl: 'Copier l’URL de base',
  getToken: 'Obtenir un jeton d’API',
  openConsole: 'Ouvrir la console',
  seePricing: 'Voir les modèles et les prix',
  snippets: 'Exemples de code',
  copyCode: 'Copier le code',
  chapterProtocolTitle: 'Votre client, tel quel',
  chapterProtocolText:
    'Changez l’URL de base et la clé : tout client de l’API chat completions fonctionne sans autre modification.',
  chapterUsageTitle: 'Chaque dépense a son compte',
  chapterUsageText: 'Tokens, prix et parcours de la requête figurent au journal dès qu’elle se termine.',
  chapterRouteTitle: 'Bascule automatique',
  chapterRouteText: 'Quand un fournisseur tombe en panne, le suivant prend le relais selon la priorité et le poids.',
  pageFrame: 'Page d’accueil',
  aboutTitle: 'À propos',
  aboutEmptyTitle: 'Rien à lire ici pour le moment',
  aboutEmptyHint: 'L’administrateur peut rédiger cette page dans les paramètres système, en Markdown ou en HTML.',
  aboutFrame: 'Page À propos',
}
