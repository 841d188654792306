import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { hasRegion, regionFieldOf } from '@playhouse/domain/postal-address'
import { useWords } from '#i18n'
import { CountryField } from './CountryField.tsx'
import { FormField } from './FormField.tsx'

/** Address lines that few theatres require. */
type AddressLine = 'line2' | 'line3'

const region = z.string().trim().max(80)

/** Validation of county and state: where one is required, the one of the country. */
const regionRules = (isRequired: boolean) =>
  z.object({ county: region.optional(), state: region, country: z.string() }).superRefine((address, { addIssue }) => {
    if (!isRequired || hasRegion(address)) return
    const field = regionFieldOf(address.country)
    addIssue({ code: 'custom', path: [field], message: `account:errors.${field}` })
  })

type RuleOptions = { readonly stateRequired: boolean; readonly lines?: readonly AddressLine[] }

/** Validation of the fields below, in their order, which is also that of the error summary. Messages are i18n keys. */
export const addressRules = ({ stateRequired, lines = [] }: RuleOptions) =>
  streetRules(lines)
    .and(regionRules(stateRequired))
    .and(
      z.object({
        postcode: z.string().trim().min(1, 'account:errors.postcode').max(20),
        country: z.string().length(2, 'account:errors.country'),
      }),
    )

const streetRules = (lines: readonly AddressLine[]) =>
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
  })

/** Default values of an empty address. @param country the brand's, preset */
export const blankAddress = (country: string) => ({
  line1: '',
  line2: '',
  line3: '',
  city: '',
  county: '',
  state: '',
  postcode: '',
  country,
})

export type AddressFieldsProps = {
  /** Path of the address in the form: `address` for `address.line1`. */
  readonly fieldPrefix: string
  /** Whether the county or the state is required: the form asks for the one of the country. */
  readonly stateRequired: boolean
  readonly lines?: readonly AddressLine[]
  /** Purpose of the address: the first word of its autofill tokens. `off` where staff type the address of a customer. */
  readonly purpose: 'shipping' | 'billing' | 'home' | 'off'
}

const noLines: readonly AddressLine[] = []

/**
 * The field for the region of an address: its county or its state, by country. A text in the other field moves to this one, unless both
 * are filled.
 */
function useRegionField(fieldPrefix: string): 'county' | 'state' {
  const { watch, getValues, setValue } = useFormContext()
  const field = regionFieldOf(String(watch(`${fieldPrefix}.country`) ?? ''))
  useEffect(() => {
    const [shown, hidden] = [`${fieldPrefix}.${field}`, `${fieldPrefix}.${field === 'county' ? 'state' : 'county'}`]
    const text: unknown = getValues(hidden)
    if (!text || getValues(shown)) return
    setValue(shown, text)
    setValue(hidden, '')
  }, [field, fieldPrefix, getValues, setValue])
  return field
}

/** Fields of a postal address, within a form. */
export function AddressFields({ fieldPrefix, stateRequired, purpose, lines = noLines }: AddressFieldsProps) {
  const t = useWords('account')
  const regionField = useRegionField(fieldPrefix)
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
        key={regionField}
        name={`${fieldPrefix}.${regionField}`}
        label={t(`field.${regionField}`)}
        autoComplete={token('address-level1')}
        maxLength={80}
        optional={!stateRequired}
      />
      <FormField name={`${fieldPrefix}.postcode`} label={t('field.postcode')} autoComplete={token('postal-code')} maxLength={20} />
      <CountryField name={`${fieldPrefix}.country`} label={t('field.country')} autoComplete={token('country')} />
    </>
  )
}
