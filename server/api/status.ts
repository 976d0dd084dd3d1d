import { offeredMethods } from '#contract/payment-parts.ts'
import { signinStatusOf } from '#contract/signin-parts.ts'
import type { status } from '#contract/status.ts'
import { canSendMail } from '../domain/messages/mail.ts'
import { createOptionReader } from '../domain/option-reading.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const statusHandlers = ({ domain, setup, version, startedAt }: ControlPlane): Handlers<typeof status> => {
  const { options } = domain
  const option = createOptionReader(options)
  return {
    read: async () => {
      const methods = offeredMethods(option)
      const { status: done, root_init, database_type } = await setup.state()
      return {
        version,
        start_time: startedAt,
        system_name: options.get('SystemName'),
        logo: options.get('Logo'),
        footer_html: options.get('Footer'),
        server_address: options.get('ServerAddress'),
        docs_link: options.get('general_setting.docs_link'),
        top_up_link: options.get('TopUpLink'),
        chats: options.get('Chats'),
        chat_link: '',
        chat_link2: '',
        price: options.get('Price'),
        min_topup: options.get('MinTopUp'),
        enable_online_topup: methods.length > 0,
        payment_methods: methods,
        quota_per_unit: options.get('QuotaPerUnit'),
        display_in_currency: options.get('DisplayInCurrencyEnabled'),
        enable_batch_update: false,
        enable_drawing: options.get('DrawingEnabled'),
        enable_task: options.get('TaskEnabled'),
        enable_data_export: options.get('DataExportEnabled'),
        data_export_default_time: options.get('DataExportDefaultTime'),
        default_collapse_sidebar: options.get('DefaultCollapseSidebar'),
        status_page_enabled: options.get('StatusPageEnabled'),
        mj_notify_enabled: options.get('MjNotifyEnabled'),
        password_login: options.get('PasswordLoginEnabled'),
        password_register:
          options.get('RegisterEnabled') &&
          options.get('PasswordRegisterEnabled') &&
          !options.get('SelfUseModeEnabled'),
        mail_enabled: canSendMail(options),
        update_check: options.get('UpdateAddress') !== '',
        email_verification: options.get('EmailVerificationEnabled'),
        turnstile_check: options.get('TurnstileCheckEnabled'),
        turnstile_site_key: options.get('TurnstileSiteKey'),
        ...signinStatusOf(option),
        check_in_enabled: options.get('CheckInEnabled'),
        quota_remind_threshold: options.get('QuotaRemindThreshold'),
        demo_site_enabled: options.get('DemoSiteEnabled'),
        self_use_mode_enabled: options.get('SelfUseModeEnabled'),
        setup: done,
        root_init,
        database_type,
        calls_paused: !domain.settlements.mayBegin(),
      }
    },
    notice: () => options.get('Notice'),
    about: () => options.get('About'),
    homePage: () => options.get('HomePageContent'),
  }
}
