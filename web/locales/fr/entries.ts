import type { messages as english } from '../en/entries.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  asJson: 'Modifier en JSON',
  asTable: 'Modifier en tableau',
  jsonOf: 'Modifier en JSON : {name}',
  tableOf: 'Modifier en tableau : {name}',
  unreadable: 'Ceci ne se modifie qu’en JSON.',
  empty: 'Rien pour l’instant',
  kept: {
    one: '{count} autre entrée n’est visible qu’en JSON et reste telle quelle.',
    many: '{count} d’autres entrées ne sont visibles qu’en JSON et restent telles quelles.',
    other: '{count} autres entrées ne sont visibles qu’en JSON et restent telles quelles.',
  },
  cell: '{column} de {name}',
  new: 'Nouveau : {column}',
  add: 'Ajouter',
  remove: 'Retirer {name}',
  up: 'Monter {name}',
  down: 'Descendre {name}',
  missing: 'Renseignez « {column} »',
  nameTaken: '{name} figure déjà dans le tableau',
  jsonValid: 'JSON valide',
  jsonEmpty: 'Vide',
  jsonFormat: 'Formater',
}
