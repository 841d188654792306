import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { FormDraft, FormErrors } from '#form/FormField'
import { PersonFields, personRules } from '#form/PersonFields'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useDrafts } from '#client-state'
import { type ApiProblem, api, applySignIn, useBrand, withBotCheck } from '#server-state'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import styles from './SignInPage.module.css'

const draft = 'guest'

/** Form of a guest: contact details without a password. */
export function GuestForm({ email }: { readonly email: string }) {
  const t = useWords('entry')
  const { registration } = useBrand()
  const phoneRequired = registration.required.includes('phone')
  const { saveForm, deleteForm } = useDrafts.getState()
  const [problem, setProblem] = useState<ApiProblem>()
  const keep = useCallback((values: Readonly<Record<string, unknown>>) => saveForm(draft, values), [saveForm])
  const form = useForm({
    resolver: zodResolver(z.object({ email: emailRule, ...personRules({ phoneRequired }).shape })),
    shouldFocusError: false,
    defaultValues: { email, firstName: '', lastName: '', phone: '', ...useDrafts.getState().forms[draft] },
  })
  const send = form.handleSubmit(async (person) => {
    setProblem(undefined)
    const result = await withBotCheck(api.auth.guest)({ body: person })
    if (!result.ok) return setProblem(result.error)
    deleteForm(draft)
    await applySignIn(result.value)
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} />}
        <FormDraft onChange={keep} />
        <EmailField />
        <PersonFields phoneRequired={phoneRequired} />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t('guest.submit')}
        </Button>
      </form>
    </FormProvider>
  )
}
