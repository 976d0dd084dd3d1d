import type { messages as english } from '../en/status.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  title: 'État',
  period: 'Dernières 24 heures, d’après les appels réels',
  allUp: 'Tous les modèles fonctionnent',
  someDegraded: 'Modèles en difficulté : {count}',
  'state.none': 'Aucun appel',
  'state.up': 'Fonctionne',
  'state.degraded': 'Certains appels échouent',
  'state.down': 'Hors service',
  uptime: '{share} des appels ont réussi',
  hour: '{time} : {state}',
  hoursOf: 'Les dernières 24 heures de {model}',
  ago: 'Il y a 24 heures',
  now: 'Maintenant',
  idle: 'Autres modèles sans appel : {count}',
  empty: 'Aucun appel depuis 24 heures',
  emptyHint: 'Dès que des modèles sont appelés, cette page montre comment ils se portent.',
  off: 'Cette page n’est pas publique',
  offHint: 'L’administrateur n’a pas publié l’état des modèles.',
}
