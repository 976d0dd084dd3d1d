import type { messages as english } from '../en/cards.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  title: 'Fiche de capacités',
  intro:
    'Ce que chaque modèle sait faire dans chaque format d’API, essayé par de petites requêtes. Une requête qui demande ce qu’un modèle a refusé passe par un autre canal s’il y en a un.',
  tryAll: 'Essayer chaque modèle',
  tryTitle: 'Essayer chaque modèle ?',
  tryText:
    '{calls} petites requêtes vers {models} modèles. Aux prix définis ici, elles coûtent au plus {cost}, qu’aucun utilisateur ne paie.',
  tryUnpriced: {
    one: '{count} modèle sans prix ici n’est pas compté.',
    many: '{count} de modèles sans prix ici ne sont pas comptés.',
    other: '{count} modèles sans prix ici ne sont pas comptés.',
  },
  tryDone: 'Chaque modèle a été essayé',
  tryFailed: {
    one: 'Chaque modèle a été essayé, {count} requête en échec',
    many: 'Chaque modèle a été essayé, {count} de requêtes en échec',
    other: 'Chaque modèle a été essayé, {count} requêtes en échec',
  },
  tryStopped: 'Interrompu à {done} requêtes sur {total}, rien n’a été conservé',
  never: 'Pas encore essayé',
  none: 'Aucun modèle trouvé',
  made: 'Essayé le {time} par {name}',
  progress: 'Essai : {done} requêtes sur {total}',
  progressElsewhere: 'Un autre canal est essayé : {done} requêtes sur {total}',
  export: 'Exporter en CSV',
  fileName: 'Capacités de {name}',
  search: 'Chercher un modèle ou un format',
  model: 'Modèle',
  'wants.text.whole': 'Texte',
  'wants.text.streamed': 'Texte, en flux',
  'wants.tools.whole': 'Outils',
  'wants.tools.streamed': 'Outils, en flux',
  'wants.picture.whole': 'Image',
  'wants.picture.streamed': 'Image, en flux',
  'outcome.can': 'Réussi',
  'outcome.ignored': 'A répondu sans le faire',
  'outcome.refused': 'Refusé',
  'outcome.failed': 'Échec',
}
