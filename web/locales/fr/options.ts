import type { messages as english } from '../en/options.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'fr'> = {
  TopUpLink: 'Lien de recharge',
  'TopUpLink.hint': 'Où les utilisateurs achètent des codes de recharge. Affiché dans le portefeuille.',
  'general_setting.docs_link': 'Lien de la documentation',
  'general_setting.docs_link.hint': 'Ajoute « Docs » à la barre supérieure.',
  QuotaPerUnit: 'Quota par dollar',
  'QuotaPerUnit.hint':
    'Ce que vaut un dollar américain en quota. Soldes et prix en dépendent : ne le changez pas en cours d’utilisation.',
  MailsPerMailbox: 'E-mails par adresse e-mail et par jour',
  'MailsPerMailbox.hint':
    'Codes et liens que des inconnus peuvent faire envoyer à une même adresse e-mail ; un quart d’entre eux depuis une même adresse IP.',
  MailsPerAsker: 'E-mails par adresse IP et par jour',
  'MailsPerAsker.hint': 'Codes et liens qu’une adresse IP peut demander, toutes adresses e-mail confondues.',
  TokensPerUser: 'Jetons d’API par utilisateur',
  'TokensPerUser.hint': 'Une fois ce nombre atteint, il faut en supprimer un pour en créer un autre.',
  RetryTimes: 'Nouvelles tentatives',
  'RetryTimes.hint': 'Combien d’autres canaux sont essayés quand un canal échoue.',
  ChannelLatencyRoutingEnabled: 'Préférer le canal le plus rapide',
  'ChannelLatencyRoutingEnabled.hint':
    'À priorité égale, le canal qui a répondu le plus vite récemment prend la requête, au lieu d’un tirage selon le poids.',
  DisplayInCurrencyEnabled: 'Afficher le quota en argent',
  'DisplayInCurrencyEnabled.hint': 'Les montants sont affichés en dollars ; sinon, en nombres abrégés.',
  DisplayTokenStatEnabled: 'Factures des jetons d’API',
  'DisplayTokenStatEnabled.hint':
    'Les clients qui demandent leur facture voient l’état du jeton qu’ils utilisent ; sinon, celui de son utilisateur.',
  DefaultCollapseSidebar: 'Menu latéral réduit au départ',
  'DefaultCollapseSidebar.hint': 'Jusqu’à ce que l’utilisateur en décide autrement.',
  StatusPageEnabled: 'Page d’état publique',
  'StatusPageEnabled.hint':
    'Chacun peut voir à l’adresse /status comment se sont portés, ces dernières 24 heures, les modèles qu’il peut utiliser.',
  DemoSiteEnabled: 'Site de démonstration',
  'DemoSiteEnabled.hint': 'Affiche un badge de démo à côté du nom et refuse les modifications.',
  SelfUseModeEnabled: 'Mode personnel',
  'SelfUseModeEnabled.hint': 'Masque l’inscription, et les modèles fonctionnent sans prix.',

  DrawingEnabled: 'Journal des dessins',
  'DrawingEnabled.hint': 'Propose le journal des dessins dans la console.',
  TaskEnabled: 'Journal des tâches',
  'TaskEnabled.hint': 'Propose les journaux des chansons et des vidéos dans la console.',
  MjNotifyEnabled: 'Rappels des dessins',
  'MjNotifyEnabled.hint':
    'Les services amont signalent les dessins terminés, et les clients peuvent indiquer une adresse à prévenir. Sinon, la progression est demandée.',
  MjAccountFilterEnabled: 'Choix du compte de dessin',
  'MjAccountFilterEnabled.hint': 'Les clients peuvent indiquer quel compte du service amont dessine.',
  MjForwardUrlEnabled: 'Images par ce serveur',
  'MjForwardUrlEnabled.hint': 'Les clients reçoivent des adresses de ce serveur ; sinon, celles du service amont.',
  MjModeClearEnabled: 'Retirer les vitesses de dessin',
  'MjModeClearEnabled.hint': '--fast, --relax et --turbo sont retirés des prompts.',
  MjActionCheckSuccessEnabled: 'Seulement à partir de dessins terminés',
  'MjActionCheckSuccessEnabled.hint': 'Un dessin n’est varié ou agrandi qu’une fois terminé.',

  CheckSensitiveEnabled: 'Filtrer les mots bloqués',
  'CheckSensitiveEnabled.hint': '',
  CheckSensitiveOnPromptEnabled: 'Vérifier les prompts',
  'CheckSensitiveOnPromptEnabled.hint': 'Un prompt contenant un mot de la liste est refusé et n’est pas facturé.',
  CheckSensitiveOnCompletionEnabled: 'Vérifier les réponses',
  'CheckSensitiveOnCompletionEnabled.hint': 'Les réponses sont examinées aussi, et facturées pour ce qui a été reçu.',
  StopOnSensitiveEnabled: 'S’arrêter à un mot bloqué',
  'StopOnSensitiveEnabled.hint': 'La réponse s’arrête avant le mot ; sinon, le mot est remplacé par ***.',
  StreamCacheQueueLength: 'Anticipation du streaming',
  'StreamCacheQueueLength.hint':
    'Événements du streaming mis en attente pour qu’une expression régulière soit trouvée à cheval sur plusieurs. Les mots n’en ont pas besoin.',
  SensitiveWords: 'Mots bloqués',
  'SensitiveWords.hint': 'Un par ligne. Une ligne qui commence par regex: est une expression régulière.',

  LogConsumeEnabled: 'Noter l’utilisation',
  'LogConsumeEnabled.hint': 'Écrit une entrée dans le journal d’utilisation pour chaque requête.',
  LogChatContentEnabled: 'Journaliser les conversations',
  'LogChatContentEnabled.hint':
    'Conserve le texte des prompts et des réponses dans le journal d’utilisation. Informez-en vos utilisateurs.',
  FailedCallDays: 'Conserver les requêtes échouées pendant',
  'FailedCallDays.hint':
    'Les requêtes refusées ou échouées restent ce temps-là dans le journal d’utilisation. Elles ne coûtent rien.',

  DataExportEnabled: 'Tableau de bord',
  'DataExportEnabled.hint': 'Propose le tableau de bord dans la console.',
  DataExportDefaultTime: 'Granularité par défaut',
  'DataExportDefaultTime.hint': 'Celle des graphiques, jusqu’à ce que l’utilisateur en choisisse une autre.',
  'DataExportDefaultTime.hour': 'Heure',
  'DataExportDefaultTime.day': 'Jour',
  'DataExportDefaultTime.week': 'Semaine',

  ChannelTestInterval: 'Test de tous les canaux toutes les',
  'ChannelTestInterval.hint':
    'Les canaux désactivés par un administrateur sont laissés de côté. 0 : seulement sur demande.',
  ChannelBalanceInterval: 'Actualisation des soldes toutes les',
  'ChannelBalanceInterval.hint':
    'Les canaux dont le solde est épuisé sont désactivés si la désactivation automatique est active. 0 : seulement sur demande.',
  ChannelDisableThreshold: 'Temps de réponse maximal',
  'ChannelDisableThreshold.hint': 'Un canal plus lent lors du test de tous les canaux est désactivé.',
  QuotaRemindThreshold: 'Alerte de solde bas',
  'QuotaRemindThreshold.hint':
    'Les utilisateurs sont prévenus quand leur quota passe sous ce seuil, sauf s’ils ont fixé le leur.',
  AutomaticDisableChannelEnabled: 'Désactiver les canaux défaillants',
  'AutomaticDisableChannelEnabled.hint':
    'Un canal dont les erreurs montrent qu’il ne peut pas fonctionner est désactivé.',
  AutomaticEnableChannelEnabled: 'Réactiver les canaux rétablis',
  'AutomaticEnableChannelEnabled.hint': 'Un canal désactivé automatiquement revient quand un test réussit.',
  AutomaticDisableKeywords: 'Phrases qui désactivent un canal',
  'AutomaticDisableKeywords.hint':
    'Une par ligne, majuscules et minuscules confondues. Une erreur du service amont qui en contient une désactive le canal.',

  CheckInEnabled: 'Bonus quotidien',
  'CheckInEnabled.hint': 'Les utilisateurs reçoivent un peu de quota une fois par jour.',
  CheckInQuota: 'Quota par bonus',
  'CheckInQuota.hint': '',
  CheckInMaxQuota: 'Quota maximal par bonus',
  'CheckInMaxQuota.hint':
    'S’il dépasse la valeur précédente, le montant est aléatoire entre les deux. 0 le garde fixe.',

  QuotaForNewUser: 'Nouveaux utilisateurs',
  'QuotaForNewUser.hint': 'Accordé à l’inscription.',
  PreConsumedQuota: 'Réserve par requête',
  'PreConsumedQuota.hint': 'Tokens de sortie qu’une requête réserve d’abord quand elle n’indique pas de limite.',
  OutputLimitByBalanceEnabled: 'Réponses plus courtes si le quota manque',
  'OutputLimitByBalanceEnabled.hint':
    'Si le solde ne couvre pas la limite de sortie demandée, la limite est abaissée au lieu de refuser la requête. L’en-tête X-Output-Limit et le journal d’utilisation l’indiquent.',
  QuotaForInviter: 'Prime de l’invitant',
  'QuotaForInviter.hint': 'Accordé pour chaque utilisateur inscrit avec le code d’invitation.',
  QuotaForInvitee: 'Prime de l’invité',
  'QuotaForInvitee.hint':
    'Accordé à l’inscription avec un code d’invitation, en plus du quota des nouveaux utilisateurs.',

  GroupRatio: 'Ratios de groupe',
  'GroupRatio.hint': 'Nom du groupe → ratio : ce que paient les membres du groupe est multiplié par ce ratio.',
  GroupGroupRatio: 'Ratios entre groupes',
  'GroupGroupRatio.hint':
    'Pour chaque groupe d’utilisateurs, le ratio qu’il paie dans un autre groupe. Il l’emporte sur le ratio du groupe employé.',
  UserUsableGroups: 'Groupes au choix',
  'UserUsableGroups.hint':
    'Les groupes que les utilisateurs peuvent choisir pour leurs jetons d’API, chacun avec une description.',

  Chats: 'Liens de chat',
  'Chats.hint':
    'Une entrée par chat, avec son nom et son lien. Dans le lien, key et address entre accolades représentent le jeton d’API et ce serveur.',

  ModelPrice: 'Prix fixes',
  'ModelPrice.hint':
    'Une entrée par modèle, avec son prix en dollars par requête. Un prix fixe l’emporte sur les ratios.',
  ModelRatio: 'Ratios de modèle',
  'ModelRatio.hint': 'Une entrée par modèle, avec son ratio. Le ratio 1 vaut 2 dollars par million de tokens d’entrée.',
  CacheRatio: 'Ratios de cache',
  'CacheRatio.hint': 'Une entrée par modèle : le prix de l’entrée en cache par rapport à l’entrée normale.',
  CompletionRatio: 'Ratios de sortie',
  'CompletionRatio.hint': 'Une entrée par modèle : le prix de la sortie par rapport à celui de l’entrée.',
  CreateCacheRatio: 'Ratios d’écriture en cache',
  'CreateCacheRatio.hint':
    'Une entrée par modèle : le prix de l’entrée écrite en cache par rapport à l’entrée normale. Les modèles absents ont le ratio que pratique leur éditeur, ou 1.',
  ImageRatio: 'Ratios d’image',
  'ImageRatio.hint':
    'Une entrée par modèle : le prix de l’entrée image par rapport à l’entrée texte. Les modèles absents ont le ratio que pratique leur éditeur, ou 1.',
  AudioRatio: 'Ratios audio',
  'AudioRatio.hint':
    'Une entrée par modèle : le prix de l’entrée audio par rapport à l’entrée texte. Les modèles absents ont le ratio que pratique leur éditeur, ou 1.',
  AudioCompletionRatio: 'Ratios de sortie audio',
  'AudioCompletionRatio.hint':
    'Une entrée par modèle : le prix de la sortie audio par rapport à l’entrée audio. Sans ratio, la sortie audio ne coûte jamais moins que la sortie texte.',
  PriceStep: 'Prix des prompts longs',
  'PriceStep.hint':
    'Une entrée par modèle, avec ses paliers. Quand un prompt dépasse « above » tokens, toute la requête est facturée à ce palier : « input » fois le prix habituel de l’entrée, « output » fois celui de la sortie. Un modèle absent n’a pas de paliers.',
  ServiceTierRatio: 'Prix des autres services',
  'ServiceTierRatio.hint':
    'Nom de modèle et multiple du prix normal de ses services : « batch », « flex » et « priority ». Ce qui manque suit la règle du fournisseur ; un service sans prix est refusé. Si la réponse dit comment la requête a été servie, c’est cela qui compte.',
  PriceListAddresses: 'Listes de prix à consulter',
  'PriceListAddresses.hint':
    'Adresses de listes que l’éditeur de prix sait lire, une par ligne. Elles sont consultées à intervalles, sans changer aucun prix.',
  PriceListCheckHours: 'Consulter les listes de prix toutes les',
  'PriceListCheckHours.hint':
    'Les prix différents de toutes les listes sont montrés sous « Listes de prix » et signalés une fois au super administrateur. 0 désactive la vérification.',
  VideoSizeRatio: 'Prix par taille de vidéo',
  'VideoSizeRatio.hint':
    'Combien de fois le prix habituel coûte une vidéo d’une taille, par modèle et par taille. Le format vertical coûte autant que l’horizontal ; une taille absente coûte le prix habituel.',
  ModelsPricedBySecond: 'Prix à la seconde',
  'ModelsPricedBySecond.hint':
    'Modèles de vidéo dont le prix fixe est celui d’une seconde, un nom par ligne. Une vidéo de tout autre modèle coûte son prix fixe, quelle que soit sa durée.',
  ToolPrice: 'Prix des outils',
  'ToolPrice.hint':
    'Une entrée par outil, avec son prix en dollars pour 1000 appels, pour les outils que les fournisseurs exécutent eux-mêmes. Pour certains modèles seulement, écrivez outil:modèle ou outil:préfixe* ; la plus longue correspondance compte. Une recherche web peut avoir un prix selon la taille de son contexte : web_search_low, _medium, _high.',

  ModelRequestRateLimitEnabled: 'Limiter les requêtes par utilisateur',
  'ModelRequestRateLimitEnabled.hint': 'Compte les requêtes de chaque utilisateur vers les modèles.',
  ModelRequestRateLimitDurationMinutes: 'Période',
  'ModelRequestRateLimitDurationMinutes.hint': '0 : aucune limite.',
  ModelRequestRateLimitCount: 'Requêtes par période',
  'ModelRequestRateLimitCount.hint': 'Les requêtes échouées comptent aussi. 0 : illimité.',
  ModelRequestRateLimitSuccessCount: 'Requêtes réussies par période',
  'ModelRequestRateLimitSuccessCount.hint': 'Seules les requêtes réussies comptent. Au moins 1.',
  UpstreamRateLimitsTold: 'Transmettre les limites du service amont',
  'UpstreamRateLimitsTold.hint':
    'Quand un seul canal avec une seule clé sert un modèle, les appelants voient ses limites de débit dans les en-têtes. Sinon, ils voient celles définies ici.',

  'global.pass_through_request_enabled': 'Transmettre les requêtes telles quelles',
  'global.pass_through_request_enabled.hint':
    'Le contenu va au service amont tel qu’il est arrivé : redirections de modèles et remplacements de paramètres sont sans effet.',
  'global.hide_upstream_error_enabled': 'Masquer les erreurs du service amont',
  'global.hide_upstream_error_enabled.hint':
    'Les appelants reçoivent un message général au lieu de celui du service amont.',
  CostlyThingsKept: 'Permettre de conserver conteneurs, bases vectorielles et caches en amont',
  'CostlyThingsKept.hint':
    'Leur conservation est à la charge de votre compte auprès du service amont et n’est facturée à personne ici. Les conversations peuvent toujours être conservées.',
  ResponseMemoryDays: 'Conserver les réponses pendant',
  'ResponseMemoryDays.hint':
    'Les demandes et réponses de l’interface Responses sont conservées ici, chiffrées, quand le service amont utilise un autre format d’API, pour que les appelants puissent poursuivre l’échange. Ils peuvent s’y opposer avec "store": false. 0 : rien n’est conservé.',
  ResponseMemoryMegabytes: 'Réponses conservées par utilisateur',
  'ResponseMemoryMegabytes.hint': 'Au-delà, les réponses les plus anciennes de l’utilisateur sont supprimées d’abord.',
  BatchRatio: 'Prix des lots',
  'BatchRatio.hint': 'Les requêtes envoyées par lot coûtent le prix habituel multiplié par cette valeur.',
  OwnBatches: 'Lots traités par la passerelle',
  'OwnBatches.hint':
    'Les lots des modèles dont aucun canal n’en propose sont traités ici, requête par requête, au prix des lots.',
  OwnBatchHours: 'Délai d’un lot',
  'OwnBatchHours.hint': 'Les requêtes non traitées d’ici là sont déclarées expirées.',
  OwnBatchCalls: 'Requêtes de lot simultanées',
  'OwnBatchCalls.hint': 'Sur chaque serveur. Elles s’interrompent quand les services amont refusent.',
  OwnBatchMegabytes: 'Espace des fichiers de lot',
  'OwnBatchMegabytes.hint': 'Pour tous les utilisateurs ; chacun en obtient au plus la moitié.',
  OwnBatchDays: 'Conserver les fichiers de lot',
  'OwnBatchDays.hint': 'Ensuite, les fichiers de requêtes et leurs résultats sont supprimés.',
  'general_setting.ping_interval_enabled': 'Maintenir le streaming actif',
  'general_setting.ping_interval_enabled.hint':
    'Envoie un commentaire quand le streaming est silencieux, pour que les proxys ne le ferment pas, même en attendant le premier mot. Une erreur avant le premier commentaire a son propre code ; après, elle arrive comme événement du streaming, avec ce code.',
  'general_setting.ping_interval_seconds': 'Intervalle des pings',
  'general_setting.ping_interval_seconds.hint': 'Au moins 1 seconde.',

  'gemini.safety_settings': 'Réglages de sécurité',
  'gemini.safety_settings.hint':
    'Une entrée par catégorie, avec son seuil ; default vaut pour les catégories absentes.',
  'gemini.version_settings': 'Versions d’API',
  'gemini.version_settings.hint':
    'Une entrée par modèle, avec sa version d’API ; default vaut pour les modèles absents.',
  'gemini.supported_imagine_models': 'Modèles qui répondent en images',
  'gemini.supported_imagine_models.hint': 'Une liste de noms de modèles.',
  'gemini.thinking_adapter_enabled': 'Suffixes de réflexion',
  'gemini.thinking_adapter_enabled.hint':
    'Les noms de modèles terminés par -thinking ou -nothinking activent ou désactivent la réflexion.',
  'gemini.thinking_adapter_budget_tokens_percentage': 'Budget de réflexion',
  'gemini.thinking_adapter_budget_tokens_percentage.hint':
    'Part de la réponse la plus longue, de 0.1 à 1 ; au plus 24 576 tokens, ou davantage pour les modèles dont l’éditeur le permet.',

  'claude.model_headers_settings': 'En-têtes des requêtes',
  'claude.model_headers_settings.hint': 'Les en-têtes de chaque modèle, envoyés avec chaque requête.',
  'claude.default_max_tokens': 'Longueur maximale par défaut',
  'claude.default_max_tokens.hint':
    'Une entrée par modèle, avec sa limite, pour les requêtes qui n’en donnent pas ; default vaut pour les modèles absents.',
  'claude.thinking_adapter_enabled': 'Suffixe de réflexion',
  'claude.thinking_adapter_enabled.hint': 'Les noms de modèles terminés par -thinking activent la réflexion.',
  'claude.thinking_adapter_budget_tokens_percentage': 'Budget de réflexion',
  'claude.thinking_adapter_budget_tokens_percentage.hint': 'Part de la réponse la plus longue, de 0.1 à 1.',

  ServerAddress: 'Adresse du serveur',
  'ServerAddress.hint':
    'Celle par laquelle les utilisateurs joignent ce serveur, pour les liens, rappels et paiements.',

  WorkerUrl: 'Adresse du worker',
  'WorkerUrl.hint':
    'Récupère les images et appelle les webhooks à la place de ce serveur, dont l’adresse reste ainsi cachée.',
  WorkerValidKey: 'Clé du worker',
  'WorkerValidKey.hint': '',

  PayAddress: 'Adresse de la passerelle de paiement',
  'PayAddress.hint': 'La recharge en ligne est proposée dès que l’adresse, l’ID marchand et la clé sont définis.',
  EpayId: 'ID marchand',
  'EpayId.hint': '',
  EpayKey: 'Clé marchand',
  'EpayKey.hint': '',
  Price: 'Prix par dollar (CNY)',
  'Price.hint': 'Ce que paient les utilisateurs pour un dollar de quota.',
  MinTopUp: 'Recharge minimale',
  'MinTopUp.hint': 'En dollars.',
  UnpaidOrdersPerUser: 'Commandes impayées par utilisateur',
  'UnpaidOrdersPerUser.hint': 'Une commande compte jusqu’à son paiement, ou 24 heures après sa création.',
  CustomCallbackAddress: 'Adresse de rappel',
  'CustomCallbackAddress.hint': 'Où la passerelle de paiement répond, si ce n’est pas l’adresse du serveur.',
  TopupGroupRatio: 'Ratios de recharge des groupes',
  'TopupGroupRatio.hint': 'Une entrée par groupe, avec son ratio : le prix d’une recharge est multiplié par ce ratio.',

  PasswordLoginEnabled: 'Connexion par mot de passe',
  'PasswordLoginEnabled.hint': '',
  PasswordRegisterEnabled: 'Inscription par mot de passe',
  'PasswordRegisterEnabled.hint': '',
  EmailVerificationEnabled: 'Vérifier l’e-mail à l’inscription',
  'EmailVerificationEnabled.hint': 'Pour l’inscription par mot de passe.',
  RegisterEnabled: 'Autoriser les inscriptions',
  'RegisterEnabled.hint': 'Si désactivé, personne ne peut plus s’inscrire, par aucun moyen.',
  GitHubOAuthEnabled: 'GitHub',
  'GitHubOAuthEnabled.hint': 'Connexion et inscription avec GitHub.',
  'oidc.enabled': 'OIDC',
  'oidc.enabled.hint': 'Connexion et inscription avec un fournisseur OpenID Connect.',
  LinuxDOOAuthEnabled: 'Linux DO',
  'LinuxDOOAuthEnabled.hint': 'Connexion et inscription avec Linux DO.',
  WeChatAuthEnabled: 'WeChat',
  'WeChatAuthEnabled.hint': 'Connexion et inscription avec WeChat.',
  TelegramOAuthEnabled: 'Telegram',
  'TelegramOAuthEnabled.hint': 'Connexion avec Telegram, pour les comptes qui l’ont associé.',
  TurnstileCheckEnabled: 'Vérification anti-robot Turnstile',
  'TurnstileCheckEnabled.hint': 'Demandée à la connexion, à l’inscription et avant l’envoi d’e-mails.',

  EmailDomainRestrictionEnabled: 'Seulement les domaines autorisés',
  'EmailDomainRestrictionEnabled.hint': 'Les codes ne sont envoyés qu’aux adresses des domaines ci-dessous.',
  EmailAliasRestrictionEnabled: 'Refuser les alias d’e-mail',
  'EmailAliasRestrictionEnabled.hint': 'Aucune adresse avec un signe plus ou un point avant le @.',
  EmailDomainWhitelist: 'Domaines d’e-mail autorisés',
  'EmailDomainWhitelist.hint': '',

  SMTPServer: 'Serveur SMTP',
  'SMTPServer.hint': '',
  SMTPPort: 'Port SMTP',
  'SMTPPort.hint': '',
  SMTPAccount: 'Compte SMTP',
  'SMTPAccount.hint': '',
  SMTPFrom: 'Adresse d’expéditeur',
  'SMTPFrom.hint': 'Si elle diffère du compte.',
  SMTPToken: 'Mot de passe SMTP',
  'SMTPToken.hint': '',
  SMTPSSLEnabled: 'TLS dès la connexion',
  'SMTPSSLEnabled.hint': 'Comme sur le port 465 ; sinon, la connexion est chiffrée après coup.',

  'oidc.well_known': 'URL Well-Known',
  'oidc.well_known.hint': 'Où le fournisseur se décrit ; les points d’accès ci-dessous peuvent en être lus.',
  'oidc.client_id': 'ID client',
  'oidc.client_id.hint': '',
  'oidc.client_secret': 'Secret client',
  'oidc.client_secret.hint': '',
  'oidc.authorization_endpoint': 'Point d’accès d’autorisation',
  'oidc.authorization_endpoint.hint': '',
  'oidc.token_endpoint': 'Point d’accès des jetons',
  'oidc.token_endpoint.hint': '',
  'oidc.user_info_endpoint': 'Point d’accès du profil',
  'oidc.user_info_endpoint.hint': '',

  GitHubClientId: 'ID client GitHub',
  'GitHubClientId.hint': '',
  GitHubClientSecret: 'Secret client GitHub',
  'GitHubClientSecret.hint': '',

  LinuxDOClientId: 'ID client Linux DO',
  'LinuxDOClientId.hint': '',
  LinuxDOClientSecret: 'Secret client Linux DO',
  'LinuxDOClientSecret.hint': '',

  WeChatServerAddress: 'Adresse du serveur WeChat',
  'WeChatServerAddress.hint': '',
  WeChatServerToken: 'Jeton du serveur WeChat',
  'WeChatServerToken.hint': '',
  WeChatAccountQRCodeImageURL: 'Image du QR code',
  'WeChatAccountQRCodeImageURL.hint': 'Adresse du QR code du compte officiel, affiché à la connexion.',

  TelegramBotToken: 'Jeton du bot',
  'TelegramBotToken.hint': '',
  TelegramBotName: 'Nom du bot',
  'TelegramBotName.hint': 'Sans le @.',

  TurnstileSiteKey: 'Clé de site Turnstile',
  'TurnstileSiteKey.hint': '',
  TurnstileSecretKey: 'Clé secrète Turnstile',
  'TurnstileSecretKey.hint': '',

  Notice: 'Annonce',
  'Notice.hint': 'Derrière la cloche de la barre supérieure. Markdown ou HTML.',
  SystemName: 'Nom du système',
  'SystemName.hint': 'Dans la barre supérieure, dans les e-mails et comme titre des pages.',
  Logo: 'Logo',
  'Logo.hint': 'Adresse d’une image, ou chemin sur ce serveur.',
  HomePageContent: 'Contenu de la page d’accueil',
  'HomePageContent.hint':
    'Markdown ou HTML. Une adresse seule est affichée dans un cadre. Vide : la page intégrée est affichée.',
  About: 'À propos',
  'About.hint': 'Markdown ou HTML. Une adresse seule est affichée dans un cadre.',
  Footer: 'Pied de page',
  'Footer.hint': 'HTML. Vide : une ligne avec le nom et la version.',
  UpdateAddress: 'Adresse des mises à jour',
  'UpdateAddress.hint':
    'Renvoie la dernière version en JSON avec tag_name et html_url, comme les hébergeurs de code. Vide : pas de bouton.',

  'section.general': 'Général',
  'section.drawing': 'Dessin',
  'section.sensitive': 'Mots bloqués',
  'section.log': 'Journaux',
  'section.dashboard': 'Tableau de bord',
  'section.monitoring': 'Surveillance',
  'section.checkin': 'Bonus quotidien',
  'section.quota': 'Quota',
  'section.groups': 'Ratios de groupe',
  'section.chats': 'Liens de chat des jetons',
  'section.ratios': 'Prix des modèles',
  'section.ratelimit': 'Limite de requêtes',
  'section.global': 'Global',
  'section.gemini': 'Gemini',
  'section.claude': 'Claude',
  'section.site': 'Site',
  'section.worker': 'Proxy worker',
  'section.payment': 'Paiement',
  'section.login': 'Connexion et inscription',
  'section.email-domains': 'Domaines d’e-mail autorisés',
  'section.smtp': 'SMTP',
  'section.oidc': 'OIDC',
  'section.github': 'OAuth GitHub',
  'section.linuxdo': 'OAuth Linux DO',
  'section.wechat': 'Serveur WeChat',
  'section.telegram': 'Connexion Telegram',
  'section.turnstile': 'Turnstile',
  'section.texts': 'Contenu du site',
  'section.version': 'Version',
}
