import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Brand } from '@playhouse/domain/brand'
import { useWords } from '#i18n'
import { AddressFields, addressRules, blankAddress } from '#form/AddressFields'
import { Checkbox } from '#form/Checkbox'
import { FormPassword } from '#form/FormField'
import { PersonFields, personRules } from '#form/PersonFields'
import { useDrafts } from '#client-state'
import { useApiMutation } from '#mutation'
import { api, applySignIn, useBrand, withBotCheck } from '#server-state'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import { EntryForm } from './EntryForm.tsx'
import { newPasswordRule } from './new-password-rule.ts'
import { isBlankAddress, optionalAddressRules } from './optional-address.ts'
import styles from './SignInPage.module.css'

const draft = 'register'

type Required = Brand['registration']['required']
const linesOf = (required: Required) => (['line2', 'line3'] as const).filter((line) => required.includes(line))
const phoneOf = (required: Required) => ({
  phoneRequired: required.includes('phone') || required.includes('mobile'),
  isMobile: required.includes('mobile'),
})

/** Validation of a new customer's data by the brand's settings. Messages are i18n keys. */
function registrationRules({ passwordPolicy, registration: { required, offered = [] } }: Brand) {
  const address = addressRules({ stateRequired: required.includes('state'), lines: linesOf(required) })
  // In the order of the fields, which is also the order of the error summary.
  return z.object({
    email: emailRule,
    password: newPasswordRule(passwordPolicy, 'account:errors.password'),
    prefix: z.string().trim().max(40).optional(),
    middleName: z.string().trim().max(80).optional(),
    ...personRules(phoneOf(required)).shape,
    address: required.includes('address') ? address : offered.includes('address') ? optionalAddressRules : z.undefined().optional(),
    marketing: z.boolean(),
  })
}

export type RegisterFormProps = {
  readonly email: string
  /** The form was opened by a press on this page: focuses the first empty field. */
  readonly isReached: boolean
}

/** Registration form. Its values, except the password, are saved as a draft in this tab until submitted. */
export function RegisterForm({ email, isReached }: RegisterFormProps) {
  const t = useWords('account')
  const brand = useBrand()
  const { required, hidden, offered = [] } = brand.registration
  const isAddressRequired = required.includes('address')
  const hasAddress = isAddressRequired || offered.includes('address')
  const asks = (['prefix', 'middleName'] as const).filter((part) => !hidden.includes(part))
  const { send, problem, dismiss } = useApiMutation()
  const form = useForm({
    resolver: zodResolver(registrationRules(brand)),
    shouldFocusError: false,
    defaultValues: {
      email: '',
      firstName: '',
      lastName: '',
      phone: '',
      marketing: false,
      ...Object.fromEntries(asks.map((part) => [part, ''])),
      ...(hasAddress ? { address: blankAddress(brand.country) } : {}),
      ...useDrafts.getState().forms[draft],
      ...(email ? { email } : {}),
      password: '',
    },
  })

  const { setFocus } = form
  useEffect(() => {
    if (isReached) setFocus(email ? 'password' : 'email')
  }, [isReached, email, setFocus])

  const submit = async ({ address, ...person }: z.output<ReturnType<typeof registrationRules>>): Promise<void> => {
    const where = address && !isBlankAddress(address) ? { address } : {}
    const body = { ...person, title: '', ...where }
    const result = await send(() => withBotCheck(api.auth.register)({ body }), { onSuccess: applySignIn })
    if (result.ok) return useDrafts.getState().deleteForm(draft)
    if (result.error.code !== 'password-too-common') return
    dismiss()
    form.setError('password', { message: 'problem:password-too-common.detail' })
  }

  return (
    <EntryForm form={form} onSubmit={submit} problem={problem} draft={draft} label={t('register.submit')}>
      <EmailField />
      <FormPassword
        name="password"
        label={t('register.password')}
        hint={t(brand.passwordPolicy === 'legacy' ? 'register.legacyHint' : 'register.modernHint')}
        autoComplete="new-password"
      />
      <fieldset className={styles.group}>
        <legend>{t('register.you')}</legend>
        <PersonFields {...phoneOf(required)} asks={asks} />
      </fieldset>
      {hasAddress && (
        <fieldset className={styles.group}>
          <legend>{t(isAddressRequired ? 'register.address' : 'entry:addressOffered')}</legend>
          <AddressFields fieldPrefix="address" purpose="home" stateRequired={required.includes('state')} lines={linesOf(required)} />
        </fieldset>
      )}
      <Controller
        control={form.control}
        name="marketing"
        render={({ field }) => <Checkbox {...field}>{t('register.marketing')}</Checkbox>}
      />
    </EntryForm>
  )
}
