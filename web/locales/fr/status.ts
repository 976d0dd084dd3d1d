import type { messages as english } from '../en/status.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  title: 'État',
  period: 'Dernières 24 heures, d’après les requêtes réelles',
  allUp: 'Tous les modèles fonctionnent',
  someDegraded: {
    one: '{count} modèle en difficulté',
    many: '{count} de modèles en difficulté',
    other: '{count} modèles en difficulté',
  },
  'state.none': 'Aucune requête',
  'state.up': 'Fonctionne',
  'state.degraded': 'Certaines requêtes échouent',
  'state.down': 'Hors service',
  uptime: '{share} des requêtes ont réussi',
  hour: '{time} : {state}',
  hoursOf: 'Les dernières 24 heures de {model}',
  ago: 'Il y a 24 heures',
  now: 'Maintenant',
  idle: {
    one: '{count} autre modèle n’a reçu aucune requête.',
    many: '{count} d’autres modèles n’ont reçu aucune requête.',
    other: '{count} autres modèles n’ont reçu aucune requête.',
  },
  empty: 'Aucune requête depuis 24 heures',
  emptyHint: 'Dès que des modèles reçoivent des requêtes, cette page montre comment ils se portent.',
  off: 'Cette page n’est pas publique',
  offHint: 'L’administrateur n’a pas publié l’état des modèles.',
}
