import { z } from 'zod'
import { hasVisibleText } from '@playhouse/domain/sanitize'
import { useWords } from '#i18n'
import { FormField } from './FormField.tsx'

/** Visitors write phone numbers with spaces, dots, dashes and brackets; the rest must be digits, with or without a leading +. */
const phoneFormat = z
  .string()
  .trim()
  .refine((phone) => /^\+?\d{7,15}$/.test(phone.replace(/[\s().-]/g, '')), 'account:errors.phoneFormat')

/** Validation of the fields below. Messages are i18n keys. The phone number may be empty if the brand does not require one. */
export const personRules = ({ phoneRequired, isMobile = false }: { readonly phoneRequired: boolean; readonly isMobile?: boolean }) =>
  z.object({
    firstName: z.string().trim().max(80).refine(hasVisibleText, 'account:errors.firstName'),
    lastName: z.string().trim().max(80).refine(hasVisibleText, 'account:errors.lastName'),
    phone: phoneRequired
      ? z
          .string()
          .trim()
          .min(1, { error: isMobile ? 'entry:errors.mobile' : 'account:errors.phone', abort: true })
          .pipe(phoneFormat)
      : z.union([z.literal(''), phoneFormat]),
  })

type NamePart = 'prefix' | 'middleName'

type PersonFieldsProps = {
  readonly phoneRequired: boolean
  /** Labels the phone number as a mobile number. */
  readonly isMobile?: boolean
  /** Parts of a name that few theatres ask for. */
  readonly asks?: readonly NamePart[]
}

const noParts: readonly NamePart[] = []

/** First name, last name and phone number, for a form that has them at the top level of its values. */
export function PersonFields({ phoneRequired, isMobile = false, asks = noParts }: PersonFieldsProps) {
  const t = useWords('account')
  return (
    <>
      {asks.includes('prefix') && (
        <FormField name="prefix" label={t('entry:field.prefix')} autoComplete="honorific-prefix" maxLength={40} optional />
      )}
      <FormField name="firstName" label={t('field.firstName')} autoComplete="given-name" maxLength={80} />
      {asks.includes('middleName') && (
        <FormField name="middleName" label={t('entry:field.middleName')} autoComplete="additional-name" maxLength={80} optional />
      )}
      <FormField name="lastName" label={t('field.lastName')} autoComplete="family-name" maxLength={80} />
      <FormField
        name="phone"
        label={t(isMobile ? 'entry:field.mobile' : 'field.phone')}
        hint={t('field.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        optional={!phoneRequired}
      />
    </>
  )
}
