import type { messages as english } from '../en/lists.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  failedOf: {
    one: 'Échec pour {count} sur {total}',
    many: 'Échec pour {count} sur {total}',
    other: 'Échec pour {count} sur {total}',
  },
  failedMore: { one: 'et {count} autre', many: 'et {count} d’autres', other: 'et {count} autres' },
  noneFitting: 'Aucune de ces lignes n’en a besoin',
  // Selection
  pageSelected: { one: '{count} sélectionné', many: '{count} sélectionnés', other: '{count} sélectionnés' },
  selectMatching: {
    one: 'Sélectionner le seul résultat ({count})',
    many: 'Sélectionner les {count} de résultats',
    other: 'Sélectionner les {count} résultats',
  },
  // Peek
  openPage: 'Ouvrir la page',
  previousRow: 'Ligne précédente',
  nextRow: 'Ligne suivante',
  peekKeys: 'J et K passent à la ligne suivante et à la ligne précédente',
  selectKey: 'Sélectionner la ligne',
  lookKey: 'Aperçu de la ligne',
  // Followed
  live: 'En direct',
  newRows: { one: '{count} nouvelle ligne', many: '{count} de nouvelles lignes', other: '{count} nouvelles lignes' },
  // Filters
  moreFilters: 'Plus de filtres',
  moreFiltersSet: {
    one: 'Plus de filtres ({count})',
    many: 'Plus de filtres ({count})',
    other: 'Plus de filtres ({count})',
  },
  'range.today': 'Aujourd’hui',
  'range.hour': 'Dernière heure',
  'range.day': 'Dernières 24 heures',
  'range.week': '7 derniers jours',
  'range.month': '30 derniers jours',
  // Views
  views: 'Vues',
  saveView: 'Enregistrer cette vue…',
  saveViewTitle: 'Enregistrer la vue',
  viewName: 'Nom',
  viewNameTaken: 'Une vue de ce nom existe et sera remplacée',
  viewSaved: 'Vue « {name} » enregistrée',
  deleteViews: 'Supprimer des vues…',
  deleteView: 'Supprimer la vue {name}',
  noViews: 'Aucune vue enregistrée',
  viewParts: {
    one: '{count} élément de la vue « {name} » n’existe plus et a été ignoré : {parts}',
    many: '{count} d’éléments de la vue « {name} » n’existent plus et ont été ignorés : {parts}',
    other: '{count} éléments de la vue « {name} » n’existent plus et ont été ignorés : {parts}',
  },
  density: 'Hauteur des lignes',
  dense: 'Basse',
  roomy: 'Haute',
  // Record pages
  recordGone: 'Cet élément n’existe pas',
  recordGoneHint: 'Il a peut-être été supprimé.',
  backToList: 'Retour à la liste',
}
