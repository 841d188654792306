import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Details } from '@playhouse/api-client/contract'
import type { EditableDetail } from '@playhouse/domain/customer'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { FormErrors, FormField } from '#form/FormField'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { PersonFields, personRules } from '#form/PersonFields'
import { Select } from '#form/Select'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, detailsQuery, queryClient, sessionQuery, useBrand } from '#server-state'
import { BirthFields, birthOfParts, birthParts, birthRules } from './BirthFields.tsx'
import styles from './AccountPage.module.css'
import { EmailChange } from './EmailChange.tsx'

/** The customer's name, phone number and birthday, as far as the brand asks for them, and the e-mail address of the account. */
export function YourDetailsPage() {
  const t = useWords('profile')
  const { data } = useSuspenseQuery(detailsQuery)
  return (
    <>
      <PageHeading>{t('page.your-details')}</PageHeading>
      <DetailsForm key={data.customer.id} details={data.customer} />
      <EmailChange email={data.customer.email} />
      <p>
        <Link to="/account/your-profile">{t('page.your-profile')}</Link>
      </p>
    </>
  )
}

/** Option value for “no title”. */
const noTitle = 'none'

function DetailsForm({ details }: { readonly details: Details }) {
  const t = useWords('profile')
  const { account, registration } = useBrand()
  const mutation = useApiMutation()
  const asks = (field: 'prefix' | 'middleName'): boolean => !registration.hidden.includes(field)
  const form = useForm({
    resolver: zodResolver(
      z.object({
        title: z.string(),
        prefix: z.string().trim().max(40),
        middleName: z.string().trim().max(40),
        ...personRules({ phoneRequired: registration.required.includes('phone') }).shape,
        birth: birthRules(account.birth),
      } satisfies Record<EditableDetail, z.ZodType>),
    ),
    shouldFocusError: false,
    defaultValues: {
      title: details.title || noTitle,
      prefix: details.prefix,
      firstName: details.firstName,
      middleName: details.middleName,
      lastName: details.lastName,
      phone: details.phone,
      birth: birthParts(details.birth),
    },
  })
  const titles = [...new Set([...account.titles, ...(details.title ? [details.title] : [])])]
  const send = form.handleSubmit(async ({ title, birth, prefix, middleName, ...person }) => {
    const body = {
      ...person,
      title: title === noTitle ? '' : title,
      ...(asks('prefix') && { prefix }),
      ...(asks('middleName') && { middleName }),
      ...(account.birth !== 'none' && { birth: birthOfParts(account.birth, birth) }),
    }
    await mutation.send(() => api.me.change({ body }), {
      message: t('details.saved'),
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: detailsQuery.queryKey, exact: true })
        void queryClient.invalidateQueries(sessionQuery)
      },
    })
  })
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        <MutationOutcome mutation={mutation} />
        {titles.length > 0 && (
          <Controller
            control={form.control}
            name="title"
            render={({ field }) => (
              <Select
                {...field}
                label={t('account:field.title')}
                optional
                autoComplete="honorific-prefix"
                options={[{ value: noTitle, label: t('details.noTitle') }, ...titles.map((title) => ({ value: title, label: title }))]}
              />
            )}
          />
        )}
        {asks('prefix') && <FormField name="prefix" autoComplete="honorific-prefix" label={t('details.prefix')} maxLength={40} optional />}
        {asks('middleName') && (
          <FormField name="middleName" label={t('details.middleName')} autoComplete="additional-name" maxLength={40} optional />
        )}
        <PersonFields phoneRequired={registration.required.includes('phone')} />
        <BirthFields precision={account.birth} />
        <Button type="submit" look="primary" large isPending={mutation.isPending}>
          {t('save')}
        </Button>
      </form>
    </FormProvider>
  )
}
