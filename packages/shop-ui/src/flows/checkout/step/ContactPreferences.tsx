import { useSuspenseQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { PageHeading } from '#ui/PageHeading'
import { api, permissionsQuery, queryClient } from '#server-state'
import { FieldGroup, StepForm } from '../StepForm.tsx'
import type { Step } from './step.ts'

/** The purposes and channels for which the theatre may contact the customer. Nothing is preset. */
function ContactPreferences() {
  const t = useWords('checkout')
  const { data } = useSuspenseQuery(permissionsQuery)
  const fieldName = ({ purpose, channel }: { purpose: string; channel: string }) => `${purpose}-${channel}`
  const form = useForm<Record<string, boolean>>({
    shouldFocusError: false,
    defaultValues: Object.fromEntries(data.permissions.map((permission) => [fieldName(permission), permission.isAllowed])),
  })
  const purposes = Map.groupBy(data.permissions, ({ purpose }) => purpose)
  return (
    <>
      <PageHeading>{t('contact.title')}</PageHeading>
      <p>{t('contact.body')}</p>
      <StepForm
        step="contact-preferences"
        form={form}
        save={async (allowedChannels) => {
          const result = await api.me.setContactPreferences({
            body: {
              wording: data.wording,
              source: 'checkout',
              permissions: data.permissions.map(({ purpose, channel }) => ({
                purpose,
                channel,
                isAllowed: allowedChannels[fieldName({ purpose, channel })] ?? false,
              })),
            },
          })
          if (result.ok) queryClient.setQueryData(permissionsQuery.queryKey, result.value)
          return result
        }}
      >
        {[...purposes].map(([purpose, channels]) => (
          <FieldGroup key={purpose} title={t(`contact.${purpose}`)}>
            {channels.map((permission) => (
              <Controller
                key={permission.channel}
                control={form.control}
                name={fieldName(permission)}
                render={({ field }) => (
                  <Checkbox {...field} value={field.value ?? false}>
                    {t(`contact.by.${permission.channel}`)}
                  </Checkbox>
                )}
              />
            ))}
          </FieldGroup>
        ))}
      </StepForm>
    </>
  )
}

export const contactPreferences: Step = {
  id: 'contact-preferences',
  isNeeded: ({ brand, customer }) => customer !== null && !customer.isGuest && brand.account.permissions.asked.length > 0,
  Screen: ContactPreferences,
}
