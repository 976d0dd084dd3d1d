import type { messages as english } from '../en/setup.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  pageName: 'Configuration',
  title: 'Configurer {name}',
  subtitle: 'Deux choix, et tout est prêt.',
  sqliteTitle: 'La base de données est SQLite',
  sqliteText:
    'Tout est stocké dans un seul fichier du dossier de données. Dans un conteneur, vérifiez que ce dossier est monté sur l’hôte : sinon, toutes les données seront perdues quand le conteneur sera recréé.',
  code: 'Code de configuration',
  codeHint:
    'Le serveur l’a affiché au démarrage, car cette page n’a pas été ouverte en localhost sur la machine elle-même. Il prouve que le serveur est le vôtre.',
  codeMissing: 'Saisissez le code de configuration',
  adminTitle: 'Compte administrateur',
  adminHint: 'Le super administrateur de cette installation. Vous vous connecterez avec ce compte.',
  adminDone: 'Le compte administrateur existe déjà. Il ne reste qu’à choisir le mode d’utilisation.',
  username: 'Nom d’utilisateur',
  usernameHint: '12 caractères au plus',
  password: 'Mot de passe',
  passwordHint: '8 à 128 caractères',
  password2: 'Confirmer le mot de passe',
  modeTitle: 'Mode d’utilisation',
  modeHint: 'Modifiable plus tard dans les paramètres système.',
  modeExternal: 'Ouvert à d’autres',
  modeExternalHint: 'Pour servir plusieurs utilisateurs : inscription, quotas, prix et codes de recharge.',
  modeSelf: 'Personnel',
  modeSelfHint: 'Pour vous seul : les modèles fonctionnent sans prix et personne d’autre ne peut s’inscrire.',
  modeDemo: 'Site de démonstration',
  modeDemoHint: 'Pour présenter le produit. Les modifications sont refusées et un badge le signale.',
  modeHelp: 'Que signifient ces modes ?',
  modeHelpTitle: 'Modes d’utilisation',
  modeExternalHelp:
    'Le mode par défaut. Les utilisateurs s’inscrivent, disposent d’un solde et paient selon les prix que vous fixez pour les modèles et les groupes. Un modèle sans prix est refusé.',
  modeSelfHelp:
    'Pour une personne ou une petite équipe de confiance. Les modèles n’ont pas besoin de prix, l’inscription est masquée et un badge à côté du nom indique le mode.',
  modeDemoHelp:
    'Pour présenter ce système. Un badge à côté du nom indique aux visiteurs qu’il s’agit d’une démonstration.',
  initialize: 'Initialiser le système',
  done: 'Le système est initialisé, la page se recharge…',
  statusFailed: 'Impossible d’obtenir l’état de l’initialisation',
  formBroken: 'Le formulaire est indisponible, actualisez la page et réessayez',
  initializeFailed: 'L’initialisation a échoué, réessayez',
  systemFailed: 'L’initialisation du système a échoué, réessayez',
  usernameMissing: 'Saisissez le nom d’utilisateur de l’administrateur',
  usernameLong: 'Le nom d’utilisateur doit comporter au plus 12 caractères',
  passwordShort: 'Le mot de passe doit comporter au moins 8 caractères',
  passwordLong: 'Le mot de passe doit comporter au plus 128 caractères',
  passwordsDiffer: 'Les deux mots de passe ne correspondent pas',
  passwordAgain: 'Saisissez à nouveau le mot de passe',
}
