import type { messages as english } from '../en/videos.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  filterVideo: 'ID de vidéo',
  filterChannel: 'ID de canal',
  columnSubmitted: 'Envoi',
  columnFinished: 'Fin',
  columnProgress: 'Progression',
  columnDuration: 'Durée',
  columnChannel: 'Canal',
  columnModel: 'Modèle',
  columnAction: 'Type',
  columnMeasures: 'Durée et taille',
  columnVideo: 'ID de vidéo',
  columnPrompt: 'Prompt',
  columnStatus: 'État',
  columnReason: 'Cause de l’échec',
  record: 'Vidéo',
  watch: 'Voir la vidéo',
  emptyTitle: 'Aucune vidéo sur cette période',
  emptyHint: 'Les vidéos demandées avec un jeton d’API apparaissent ici avec leur progression.',
  actionVideo: 'Vidéo',
  actionRemix: 'Remix',
  statusSuccess: 'Terminé',
  statusQueued: 'En file',
  statusInProgress: 'En cours',
  statusFailure: 'Échec',
}
