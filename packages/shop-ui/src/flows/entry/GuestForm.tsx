import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { PersonFields, personRules } from '#form/PersonFields'
import { useDrafts } from '#client-state'
import { useApiMutation } from '#mutation'
import { api, applySignIn, useBrand, withBotCheck } from '#server-state'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import { EntryForm } from './EntryForm.tsx'

const draft = 'guest'

/** Form of a guest: contact details without a password. */
export function GuestForm({ email }: { readonly email: string }) {
  const t = useWords('entry')
  const { registration } = useBrand()
  const phoneRequired = registration.required.includes('phone')
  const { send, problem } = useApiMutation()
  const { forms, deleteForm } = useDrafts.getState()
  const form = useForm({
    resolver: zodResolver(z.object({ email: emailRule, ...personRules({ phoneRequired }).shape })),
    shouldFocusError: false,
    defaultValues: { email, firstName: '', lastName: '', phone: '', ...forms[draft] },
  })
  return (
    <EntryForm
      form={form}
      onSubmit={(body) =>
        send(() => withBotCheck(api.auth.guest)({ body }), {
          onSuccess: (session) => {
            deleteForm(draft)
            return applySignIn(session)
          },
        })
      }
      problem={problem}
      draft={draft}
      label={t('guest.submit')}
    >
      <EmailField />
      <PersonFields phoneRequired={phoneRequired} />
    </EntryForm>
  )
}
