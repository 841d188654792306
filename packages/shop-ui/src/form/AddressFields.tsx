import { z } from 'zod'
import { useWords } from '#i18n'
import { CountryField } from './CountryField.tsx'
import { FormField } from './FormField.tsx'

/** Address lines that few theatres require. */
type AddressLine = 'line2' | 'line3'

/** Validation of the fields below. Messages are i18n keys. */
export const addressRules = ({ stateRequired, lines = [] }: { readonly stateRequired: boolean; readonly lines?: readonly AddressLine[] }) =>
  z.object({
    line1: z.string().trim().min(1, 'account:errors.line1').max(120),
    line2: z
      .string()
      .trim()
      .min(lines.includes('line2') ? 1 : 0, 'entry:errors.line2')
      .max(120),
    line3: z
      .string()
      .trim()
      .min(lines.includes('line3') ? 1 : 0, 'entry:errors.line3')
      .max(120),
    city: z.string().trim().min(1, 'account:errors.city').max(80),
    state: z
      .string()
      .trim()
      .min(stateRequired ? 1 : 0, 'account:errors.state')
      .max(80),
    postcode: z.string().trim().min(1, 'account:errors.postcode').max(20),
    country: z.string().length(2, 'account:errors.country'),
  })

/** Default values of an empty address. @param country the brand's, preset */
export const blankAddress = (country: string) => ({ line1: '', line2: '', line3: '', city: '', state: '', postcode: '', country })

export type AddressFieldsProps = {
  /** Path of the address in the form: `address` for `address.line1`. */
  readonly fieldPrefix: string
  readonly stateRequired: boolean
  readonly lines?: readonly AddressLine[]
  /** Purpose of the address: the first word of its autofill tokens. `off` where staff type the address of a customer. */
  readonly purpose: 'shipping' | 'billing' | 'home' | 'off'
}

const noLines: readonly AddressLine[] = []

/** Fields of a postal address, within a form. */
export function AddressFields({ fieldPrefix, stateRequired, purpose, lines = noLines }: AddressFieldsProps) {
  const t = useWords('account')
  const token = (name: string): string => (purpose === 'off' ? 'off' : purpose === 'home' ? name : `${purpose} ${name}`)
  return (
    <>
      <FormField name={`${fieldPrefix}.line1`} label={t('field.line1')} autoComplete={token('address-line1')} maxLength={120} />
      <FormField
        name={`${fieldPrefix}.line2`}
        label={t('field.line2')}
        autoComplete={token('address-line2')}
        maxLength={120}
        optional={!lines.includes('line2')}
      />
      <FormField
        name={`${fieldPrefix}.line3`}
        label={t('field.line3')}
        autoComplete={token('address-line3')}
        maxLength={120}
        optional={!lines.includes('line3')}
      />
      <FormField name={`${fieldPrefix}.city`} label={t('field.city')} autoComplete={token('address-level2')} maxLength={80} />
      <FormField
        name={`${fieldPrefix}.state`}
        label={t('field.state')}
        autoComplete={token('address-level1')}
        maxLength={80}
        optional={!stateRequired}
      />
      <FormField name={`${fieldPrefix}.postcode`} label={t('field.postcode')} autoComplete={token('postal-code')} maxLength={20} />
      <CountryField name={`${fieldPrefix}.country`} label={t('field.country')} autoComplete={token('country')} />
    </>
  )
}
