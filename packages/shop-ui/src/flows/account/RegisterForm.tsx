import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useState } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Brand } from '@playhouse/domain/brand'
import { useWords } from '#i18n'
import { AddressFields, addressRules, blankAddress } from '#parts/AddressFields'
import { Button } from '#parts/Button'
import { Checkbox } from '#parts/Checkbox'
import { FormDraft, FormErrors, FormField, FormPassword } from '#parts/FormField'
import { PersonFields, personRules } from '#parts/PersonFields'
import { ProblemNotice } from '#parts/ProblemNotice'
import { type AnsweredProblem, useBrand, useDrafts, useRegister } from '#session'
import { emailRule } from './EmailForm.tsx'
import { newPasswordRule } from './new-password-rule.ts'
import styles from './SignInPage.module.css'

const draft = 'register'

/** What a brand asks of a new customer. Messages are keys. */
function registrationRules({ passwordPolicy, registration: { required } }: Brand) {
  const address = addressRules({ stateRequired: required.includes('state') })
  // In the order of the fields, which is that of the error summary.
  return z.object({
    email: emailRule,
    password: newPasswordRule(passwordPolicy, 'account:errors.password'),
    ...personRules({ phoneRequired: required.includes('phone') }).shape,
    address: required.includes('address') ? address : z.undefined().optional(),
    marketing: z.boolean(),
  })
}

export type RegisterFormProps = {
  readonly email: string
  /** By a press on this page: focus goes to the first field that is still empty. */
  readonly isReached: boolean
}

/** Opens an account. What is typed stays in this tab until it is sent, all but the password. */
export function RegisterForm({ email, isReached }: RegisterFormProps) {
  const t = useWords('account')
  const brand = useBrand()
  const { required } = brand.registration
  const register = useRegister()
  const { keepForm, forgetForm } = useDrafts.getState()
  const [problem, setProblem] = useState<AnsweredProblem>()
  const keep = useCallback((values: Readonly<Record<string, unknown>>) => keepForm(draft, values), [keepForm])
  const form = useForm({
    resolver: zodResolver(registrationRules(brand)),
    shouldFocusError: false,
    defaultValues: {
      email: '',
      firstName: '',
      lastName: '',
      phone: '',
      marketing: false,
      ...(required.includes('address') ? { address: blankAddress(brand.country) } : {}),
      ...useDrafts.getState().forms[draft],
      ...(email ? { email } : {}),
      password: '',
    },
  })

  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus(email ? 'password' : 'email')
  }, [isReached, email, setFocus])

  const send = form.handleSubmit(async ({ address, ...person }) => {
    setProblem(undefined)
    const result = await register.mutateAsync({ body: { ...person, title: '', ...(address ? { address } : {}) } })
    if (result.ok) return forgetForm(draft)
    if (result.error.code === 'password-too-common') form.setError('password', { message: 'problem:password-too-common.detail' })
    else setProblem(result.error)
  })

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} />}
        <FormDraft onChange={keep} />
        <FormField
          name="email"
          label={t('field.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          spellCheck={false}
          maxLength={254}
        />
        <FormPassword
          name="password"
          label={t('register.password')}
          hint={t(brand.passwordPolicy === 'legacy' ? 'register.legacyHint' : 'register.modernHint')}
          autoComplete="new-password"
        />
        <fieldset className={styles.group}>
          <legend>{t('register.you')}</legend>
          <PersonFields phoneRequired={required.includes('phone')} />
        </fieldset>
        {required.includes('address') && (
          <fieldset className={styles.group}>
            <legend>{t('register.address')}</legend>
            <AddressFields within="address" purpose="home" stateRequired={required.includes('state')} />
          </fieldset>
        )}
        <Controller
          control={form.control}
          name="marketing"
          render={({ field }) => <Checkbox {...field}>{t('register.marketing')}</Checkbox>}
        />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t('register.submit')}
        </Button>
      </form>
    </FormProvider>
  )
}
