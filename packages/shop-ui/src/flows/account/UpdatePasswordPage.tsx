import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Brand, passwordMeets } from '@playhouse/domain/brand'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { FormErrors, FormPassword } from '#form/FormField'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, useBrand, useSession } from '#server-state'
import styles from './AccountPage.module.css'

/** Messages are i18n keys of the texts in section 5 of the specification. */
const rules = (policy: Brand['passwordPolicy']) =>
  z
    .object({
      currentPassword: z.string().min(1, 'profile:errors.currentPassword'),
      newPassword: z
        .string()
        .min(1, { error: 'profile:errors.newPassword', abort: true })
        .refine((password) => passwordMeets(policy, password), `account:errors.password${policy === 'legacy' ? 'Legacy' : 'Modern'}`),
      again: z.string().min(1, 'profile:errors.confirmPassword'),
    })
    .refine(({ newPassword, again }) => again === '' || newPassword === again, { path: ['again'], error: 'profile:errors.passwordsDiffer' })

/** Changes the password; the current one is required. All other sessions of the account are signed out. */
export function UpdatePasswordPage() {
  const t = useWords('profile')
  const { passwordPolicy } = useBrand()
  const { customer } = useSession()
  const mutation = useApiMutation()
  const blank = { currentPassword: '', newPassword: '', again: '' }
  const form = useForm({ resolver: zodResolver(rules(passwordPolicy)), shouldFocusError: false, defaultValues: blank })
  const send = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    const result = await mutation.send(() => api.me.setPassword({ body: { currentPassword, newPassword } }), {
      message: t('password.changed'),
    })
    if (result.ok) form.reset(blank)
  })
  return (
    <>
      <PageHeading>{t('page.update-password')}</PageHeading>
      <p className={styles.lead}>{t('password.lead')}</p>
      <FormProvider {...form}>
        <form noValidate className={styles.form} onSubmit={send}>
          <FormErrors />
          <MutationOutcome mutation={mutation} />
          {/* Tells a password manager which account the password belongs to. */}
          <input type="text" name="username" value={customer?.email ?? ''} autoComplete="username" readOnly hidden />
          <FormPassword name="currentPassword" label={t('password.current')} autoComplete="current-password" />
          <FormPassword
            name="newPassword"
            label={t('password.new')}
            hint={t(passwordPolicy === 'legacy' ? 'account:register.legacyHint' : 'account:register.modernHint')}
            autoComplete="new-password"
          />
          <FormPassword name="again" label={t('password.again')} autoComplete="new-password" />
          <Button type="submit" look="primary" large isPending={mutation.isPending}>
            {t('password.save')}
          </Button>
        </form>
      </FormProvider>
    </>
  )
}
