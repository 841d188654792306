import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { FormErrors, FormField, FormPassword } from '#form/FormField'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api } from '#server-state'
import styles from './AccountPage.module.css'

const rules = z.object({
  newEmail: z.string().trim().min(1, { error: 'account:errors.email', abort: true }).pipe(z.email('account:errors.emailFormat')),
  currentPassword: z.string().min(1, 'profile:errors.currentPassword'),
})

/** Changes the e-mail address. It needs the password, and takes effect when the link in the confirmation mail is used. */
export function EmailChange({ email }: { readonly email: string }) {
  const t = useWords('profile')
  const mutation = useApiMutation()
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { newEmail: '', currentPassword: '' } })
  const send = form.handleSubmit(async ({ newEmail, currentPassword }) => {
    const result = await mutation.send(() => api.me.changeEmail({ body: { email: newEmail, currentPassword } }), {
      message: t('email.sent', { email: newEmail }),
    })
    if (result.ok) form.reset()
  })
  return (
    <section aria-labelledby="email-change" className={styles.section}>
      <h2 id="email-change">{t('email.title')}</h2>
      <p className={styles.lead}>{t('email.now', { email })}</p>
      <FormProvider {...form}>
        <form noValidate className={styles.form} onSubmit={send}>
          <FormErrors />
          <MutationOutcome mutation={mutation} />
          <FormField
            name="newEmail"
            label={t('email.new')}
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            maxLength={254}
          />
          <FormPassword name="currentPassword" label={t('password.current')} hint={t('email.why')} autoComplete="current-password" />
          <Button type="submit" isPending={mutation.isPending}>
            {t('email.send')}
          </Button>
        </form>
      </FormProvider>
    </section>
  )
}
